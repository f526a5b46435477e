/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import { lazy } from 'react';
import type { RouteObject } from '@hindsight/shared-contracts/router';

const RequestPage = lazy(() =>
  import('../features/request/RequestPage').then((module) => ({ default: module.RequestPage })),
);
const PendingPage = lazy(() =>
  import('../features/waiting/PendingPage').then((module) => ({ default: module.PendingPage })),
);
const DeniedPage = lazy(() =>
  import('../features/waiting/DeniedPage').then((module) => ({ default: module.DeniedPage })),
);

export const routes: RouteObject[] = [
  { path: '/beta-access/request', Component: RequestPage },
  { path: '/beta-access/pending', Component: PendingPage },
  { path: '/beta-access/denied', Component: DeniedPage },
];
