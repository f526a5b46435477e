/** Access rules of pages as one pure function, applied before any code of a page is loaded. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import type { Access, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { Session } from '@hindsight/shared-contracts/shell';
import { loginPath, returnTarget } from './links';

export type Verdict =
  | { kind: 'show' }
  /** The session is still loading. */
  | { kind: 'wait' }
  /** The service is unreachable, so the session is unknown. */
  | { kind: 'unreachable' }
  /** Redirects to another page. */
  | { kind: 'go'; to: string }
  /** Session known, but access denied. */
  | { kind: 'no-access'; reason: 'guest' | 'beta-admin' }
  /** Allowed, but the service lacks a capability that the page needs. */
  | { kind: 'old-service' };

/** Address within the dashboard. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

const SHOW: Verdict = { kind: 'show' };

/** Page that matches the user's beta status; null when every page is open to them. */
function betaPath(user: UserInfo): string | null {
  if (user.is_superadmin) return null;
  switch (user.beta_access_status) {
    case 'accepted':
      return null;
    case 'pending':
      return '/beta-access/pending';
    case 'denied':
    case 'revoked':
      return '/beta-access/denied';
    default:
      return '/beta-access/request';
  }
}

/** Whether the beta pages are open to this user. */
export const isAdmitted = (user: UserInfo): boolean => betaPath(user) === null;

const go = (to: string, place: Place): Verdict => (to === place.pathname ? SHOW : { kind: 'go', to });

/**
 * Applies a page's access rule and checks that the service is new enough. For guests the check is skipped, because they do not receive the
 * service's capabilities.
 */
export function gatePage(
  session: Session,
  { access, capabilities = [] }: Pick<RouteDescriptor, 'access' | 'capabilities'>,
  place: Place,
): Verdict {
  const verdict = gate(session, access, place);
  const offered: readonly string[] = session.user?.capabilities ?? capabilities;
  const isOld = capabilities.some((name) => !offered.includes(name));
  return isOld && verdict.kind === 'show' ? { kind: 'old-service' } : verdict;
}

/** Applies an access rule. */
export function gate(session: Session, access: Access, place: Place): Verdict {
  if (access === 'anyone') return SHOW;
  switch (session.status) {
    case 'loading':
      return { kind: 'wait' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'signed-out':
      return go(loginPath(place.pathname + place.search + place.hash), place);
    case 'guest':
      return access === 'guest' ? SHOW : { kind: 'no-access', reason: 'guest' };
    case 'signed-in':
      return gateForPerson(session.user, access, place);
  }
}

function gateForPerson(user: UserInfo, access: Access, place: Place): Verdict {
  if (access === 'signed-in') return SHOW;
  if (access === 'beta-admin') {
    return user.beta_access_admin || user.is_superadmin ? SHOW : { kind: 'no-access', reason: 'beta-admin' };
  }
  const elsewhere = betaPath(user);
  return elsewhere ? go(elsewhere, place) : SHOW;
}

/** Redirects from the start page `/`, which has no content. */
export function gateStart(session: Session): Verdict {
  switch (session.status) {
    case 'loading':
      return { kind: 'wait' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'signed-out':
      return { kind: 'go', to: '/login' };
    case 'guest':
      return { kind: 'go', to: '/dashboard' };
    case 'signed-in':
      return { kind: 'go', to: betaPath(session.user) ?? '/dashboard' };
  }
}

/** Shows the sign-in page unless the user is signed in, and otherwise redirects to the requested page. */
export function gateLogin(session: Session, search: string): Verdict {
  if (session.status === 'loading') return { kind: 'wait' };
  if (session.status !== 'signed-in') return SHOW;
  return { kind: 'go', to: betaPath(session.user) ?? returnTarget(search) ?? '/dashboard' };
}
