/** The token created last in this tab, with its secret: in memory only, for the guide that fills it into snippets. */
import { createStore } from '../../state/store';
import type { NewToken } from './model/token';

interface Fresh extends NewToken {
  /** Creator of the token; it is never shown to another user in this tab. */
  userId: string | null;
}

export const freshToken = createStore<Fresh | null>(null);

export function keepFreshToken(userId: string | null, created: NewToken): void {
  freshToken.set({ ...created, userId });
}
