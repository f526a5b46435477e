/** When the guide opens automatically, and how the browser remembers that a user has seen it. */
import type { Session } from '@hindsight/shared-contracts/shell';
import type { SafeStorage } from '../../session/storage';

/** Prefix of the storage key, followed by the user's id, else their email, else `default`. */
const COMPLETION_PREFIX = 'hindsight.get-started.';

/** Page whose first visit opens the guide. */
const FIRST_PAGE = '/dashboard';

interface Person {
  user_id?: string | null;
  email?: string | null;
}

export function completionKey(person: Person | null): string {
  return COMPLETION_PREFIX + (person?.user_id || person?.email || 'default');
}

/** Whether the guide opens automatically: signed in, on the first page, and never closed by this user in this browser. */
export function opensAutomatically(session: Session, pathname: string, storage: SafeStorage): boolean {
  return (
    session.status === 'signed-in' &&
    pathname === FIRST_PAGE &&
    storage.read(completionKey(session.user)) === null
  );
}

/** Stores the time of closing. Without storage the guide opens again on the next visit. */
export function rememberCompletion(session: Session, storage: SafeStorage, now = new Date()): void {
  storage.write(completionKey(session.user), now.toISOString());
}
