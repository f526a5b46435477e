/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import { lazy } from 'react';
import type { RouteObject } from '@hindsight/shared-contracts/router';

const ConsolidationPage = lazy(() =>
  import('../features/consolidation/ConsolidationPage').then((module) => ({
    default: module.ConsolidationPage,
  })),
);

export const routes: RouteObject[] = [{ path: '/consolidation-suggestions', Component: ConsolidationPage }];
