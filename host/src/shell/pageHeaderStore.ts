/** Header values of the current page; the last page to set them wins until it unmounts. */
import type { PageHeader } from '@hindsight/shared-contracts/shell';
import { createStore, type Readable } from '../state/store';

const NOTHING: PageHeader = {};

export interface PageHeaderStore extends Readable<PageHeader> {
  /** Returns the undo. */
  push(header: PageHeader): () => void;
}

export function createPageHeader(): PageHeaderStore {
  const stack: PageHeader[] = [];
  const state = createStore<PageHeader>(NOTHING);
  const publish = () => state.set(stack.at(-1) ?? NOTHING);
  return {
    get: state.get,
    subscribe: state.subscribe,
    push(header) {
      stack.push(header);
      publish();
      return () => {
        const index = stack.indexOf(header);
        if (index >= 0) stack.splice(index, 1);
        publish();
      };
    },
  };
}
