/** Notices about remotes above the page, e.g. a new version. */
import { createStore, type Readable } from '../state/store';

interface Notice {
  /** A notice replaces an earlier one with the same key. */
  key: string;
  tone?: 'warn';
  text: string;
  actions: readonly { label: string; run(): void }[];
  /** Absent: the notice stays as long as its condition holds. */
  close?(): void;
}

export interface Notices extends Readable<readonly Notice[]> {
  put(notice: Notice): void;
  drop(key: string): void;
  /** Shows a warning that users can dismiss. */
  warn(key: string, text: string): void;
}

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>([]);
  const otherNotices = (key: string) => store.get().filter((notice) => notice.key !== key);
  const put = (notice: Notice) => store.set([...otherNotices(notice.key), notice]);
  const drop = (key: string) => {
    if (otherNotices(key).length < store.get().length) store.set(otherNotices(key));
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    put,
    drop,
    warn: (key, text) => put({ key, tone: 'warn', text, actions: [], close: () => drop(key) }),
  };
}
