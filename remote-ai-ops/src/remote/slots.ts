/** Slots for other remotes: dialogs for selected memory blocks, each a separate chunk. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';

export const slots: RemoteModule['slots'] = {
  'memory-block.compaction': () =>
    import(
      /* webpackChunkName: "slot-memory-block-compaction" */ '../features/compaction/CompactionSlot'
    ).then((module) => module.CompactionSlot),
  'memory-block.keyword-suggestions': () =>
    import(
      /* webpackChunkName: "slot-memory-block-keyword-suggestions" */ '../features/keywords/KeywordsSlot'
    ).then((module) => module.KeywordsSlot),
};
