/** The lines that upkeep shows above the page, each by its key. */
import type { Store } from '../../state/store';
import type { Notice } from '../notices';

export interface NoticeBoard {
  put(notice: Notice): void;
  drop(key: string): void;
}

export function createNoticeBoard(store: Store<readonly Notice[]>): NoticeBoard {
  function drop(key: string): void {
    if (store.get().some((notice) => notice.key === key))
      store.set(store.get().filter((notice) => notice.key !== key));
  }
  return {
    drop,
    put(notice) {
      const others = store.get().filter(({ key }) => key !== notice.key);
      store.set([...others, notice]);
    },
  };
}
