/** Script origins for the page's policy. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { GatewayConfig } from './config';

/**
 * Allowed script origins of remotes: the registry's releases, without a registry the configured origins (the page then uses its browser's
 * last good one), and the origins that the installation allows for overrides.
 */
export function listRemoteOrigins(registry: Registry | null, config: GatewayConfig): string[] {
  const releases = Object.values(registry?.remotes ?? {}).map(({ baseUrl }) => baseUrl);
  const pointers = Object.values(registry?.rollout ?? {}).flatMap(({ previous, canary }) =>
    [previous?.url, canary?.to.url].filter((url) => url !== undefined),
  );
  const configured = registry ? [] : Object.values(config.remoteOrigins);
  const origins = [...releases, ...pointers, ...configured].map((url) => new URL(url).origin);
  return [...new Set([...origins, ...config.overrideOrigins])];
}
