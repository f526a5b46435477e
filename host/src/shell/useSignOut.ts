/** The way out, from the menu and from the palette. */
import { NetworkError } from '@hindsight/shared-contracts/api/client';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { clearDrafts } from '@hindsight/shared-contracts/shell';
import { signOutUrl } from '../session/links';
import { isDevelopmentUser } from '../session/userInfo';
import { useHost } from './hostContext';

/** Where a person's sign-out leads, for a link. */
export const signOutAddress = (user: UserInfo) => signOutUrl(window.location.origin, isDevelopmentUser(user));

/**
 * Signs a person out: asks before an unsaved draft is lost, for the page is left for good. Without a network the page stays, because
 * nothing would come in its place.
 */
export function useSignOut(): (user: UserInfo) => Promise<void> {
  const { drafts, tabs, leave, toasts } = useHost();
  return async (user) => {
    if (!navigator.onLine) return toasts.apiError(new NetworkError(null), 'sign out');
    if (!(await drafts.mayLose())) return;
    clearDrafts();
    tabs.post({ kind: 'signing-out' });
    leave(signOutAddress(user));
  };
}
