/** The pages of this remote; each is a separate chunk that loads on first visit. */
import type { RemotePage } from '@hindsight/shared-contracts/shell';

export const routes: RemotePage[] = [
  {
    path: '/review',
    load: () =>
      import(/* webpackChunkName: "page-review" */ '../features/inbox/ReviewPage').then(
        (module) => module.ReviewPage,
      ),
  },
  {
    path: '/consolidation-suggestions',
    load: () =>
      import(
        /* webpackChunkName: "page-consolidation-suggestions" */ '../features/consolidation/ConsolidationPage'
      ).then((module) => module.ConsolidationPage),
  },
  {
    path: '/consolidation-suggestions/:id',
    load: () =>
      import(
        /* webpackChunkName: "page-consolidation-suggestions-id" */ '../features/consolidation/SuggestionPage'
      ).then((module) => module.SuggestionPage),
  },
  {
    path: '/memory-optimization-center',
    load: () =>
      import(
        /* webpackChunkName: "page-memory-optimization-center" */ '../features/optimization/OptimizationPage'
      ).then((module) => module.OptimizationPage),
  },
  {
    path: '/pruning-suggestions',
    load: () =>
      import(/* webpackChunkName: "page-pruning-suggestions" */ '../features/pruning/PruningPage').then(
        (module) => module.PruningPage,
      ),
  },
];
