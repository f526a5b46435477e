/** When the guide opens by itself, and how the browser remembers that a person has seen it. */
import type { Session } from '@hindsight/shared-contracts/shell';
import type { SafeStorage } from '../../session/storage';

/** Of the storage key; the person's id follows, else their email, else `default`. */
const COMPLETION_PREFIX = 'hindsight.get-started.';

/** The page on whose first visit the guide opens. */
const FIRST_PAGE = '/dashboard';

interface Person {
  user_id?: string | null;
  email?: string | null;
}

export function completionKey(person: Person | null): string {
  return COMPLETION_PREFIX + (person?.user_id || person?.email || 'default');
}

/** Whether the guide opens by itself: signed in, on the first page, and never closed by this person in this browser. */
export function opensByItself(session: Session, pathname: string, storage: SafeStorage): boolean {
  return (
    session.status === 'signed-in' &&
    pathname === FIRST_PAGE &&
    storage.read(completionKey(session.user)) === null
  );
}

/** Remembers the moment of closing. Where nothing can be stored the guide opens again with the next visit. */
export function rememberCompletion(session: Session, storage: SafeStorage, now = new Date()): void {
  storage.write(completionKey(session.user), now.toISOString());
}
