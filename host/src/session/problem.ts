/** Texts while the session is unknown because the service gave no usable response. */
import { isServiceAway } from '@hindsight/shared-contracts/api/client';
import { toFailure } from '../toasts/catalogue';

/** On a developer's machine the fix is known; elsewhere users can only wait. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const BACKEND_DOWN = 'Backend unavailable (Bad Gateway). Start the backend and try again.';
const SERVICE_DOWN = 'Can’t reach the service right now. This page keeps trying.';

export const isLocalHost = (hostname: string): boolean => LOCAL_HOSTS.includes(hostname);

interface SessionProblem {
  title: string;
  detail: string;
}

/** @param error failure of `/user-info`; without one the service counts as away. */
export function sessionProblem(error: unknown, hostname: string): SessionProblem {
  const isAway = !error || isServiceAway(error);
  const failure = isAway ? null : toFailure(error, 'open the dashboard', 'Service');
  if (failure) return { title: 'Couldn’t verify your session', detail: failure.message };
  return {
    title: 'Can’t reach the service',
    detail: isLocalHost(hostname) ? BACKEND_DOWN : SERVICE_DOWN,
  };
}
