/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage } from '@hindsight/shared-contracts/shell';

const ConsolidationPage = lazyPage(() =>
  import(
    /* webpackChunkName: "page-consolidation-suggestions" */ '../features/consolidation/ConsolidationPage'
  ).then((module) => module.ConsolidationPage),
);

export const routes: RouteObject[] = [{ path: '/consolidation-suggestions', Component: ConsolidationPage }];
