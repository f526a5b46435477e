/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import type { RemotePage } from '@hindsight/shared-contracts/shell';

export const routes: RemotePage[] = [
  {
    path: '/consolidation-suggestions',
    load: () =>
      import(
        /* webpackChunkName: "page-consolidation-suggestions" */ '../features/consolidation/ConsolidationPage'
      ).then((module) => module.ConsolidationPage),
  },
];
