/** Identity that a developer's machine may claim without a sign-in. */
import type { RuntimeConfig } from '@hindsight/shared-contracts/config';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1', '[::1]', 'host.docker.internal'];

/** Headers of every call in development mode; empty anywhere else, regardless of the configuration. */
export function developmentHeaders(
  developer: RuntimeConfig['developer'],
  hostname: string,
): Record<string, string> {
  if (!developer || !LOCAL_HOSTS.includes(hostname)) return {};
  return { 'X-Auth-Request-Email': developer.email, 'X-Auth-Request-User': developer.name };
}
