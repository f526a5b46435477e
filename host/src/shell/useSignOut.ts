/** Sign-out, for the menu and the palette. */
import { NetworkError } from '@hindsight/shared-contracts/api/client';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { clearDrafts } from '@hindsight/shared-contracts/shell';
import { signOutUrl } from '../session/links';
import { isDevelopmentUser } from '../session/userInfo';
import { useHost } from './hostContext';

/** Sign-out URL of a user, for a link. */
export const signOutAddress = (user: UserInfo) => signOutUrl(window.location.origin, isDevelopmentUser(user));

/**
 * Signs the user out. Asks before unsaved drafts are lost, because the page is left for good. Without a network the page stays open,
 * because no other page would load.
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
