/** The last token that was made here, with its secret: in memory only, for the guide that fills it into snippets. */
import { createStore } from '../../state/store';
import type { NewToken } from './model/token';

interface Fresh extends NewToken {
  /** Who made it: it is shown to no other person in this tab. */
  userId: string | null;
}

export const freshToken = createStore<Fresh | null>(null);

export function keepFreshToken(userId: string | null, created: NewToken): void {
  freshToken.set({ ...created, userId });
}
