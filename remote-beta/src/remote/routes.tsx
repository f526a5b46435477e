/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage } from '@hindsight/shared-contracts/shell';

const RequestPage = lazyPage(() =>
  import(/* webpackChunkName: "page-beta-access-request" */ '../features/request/RequestPage').then(
    (module) => module.RequestPage,
  ),
);
const PendingPage = lazyPage(() =>
  import(/* webpackChunkName: "page-beta-access-pending" */ '../features/waiting/PendingPage').then(
    (module) => module.PendingPage,
  ),
);
const DeniedPage = lazyPage(() =>
  import(/* webpackChunkName: "page-beta-access-denied" */ '../features/waiting/DeniedPage').then(
    (module) => module.DeniedPage,
  ),
);

export const routes: RouteObject[] = [
  { path: '/beta-access/request', Component: RequestPage },
  { path: '/beta-access/pending', Component: PendingPage },
  { path: '/beta-access/denied', Component: DeniedPage },
];
