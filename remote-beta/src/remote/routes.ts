/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import type { RemotePage } from '@hindsight/shared-contracts/shell';

export const routes: RemotePage[] = [
  {
    path: '/beta-access/request',
    load: () =>
      import(/* webpackChunkName: "page-beta-access-request" */ '../features/request/RequestPage').then(
        (module) => module.RequestPage,
      ),
  },
  {
    path: '/beta-access/pending',
    load: () =>
      import(/* webpackChunkName: "page-beta-access-pending" */ '../features/waiting/PendingPage').then(
        (module) => module.PendingPage,
      ),
  },
  {
    path: '/beta-access/denied',
    load: () =>
      import(/* webpackChunkName: "page-beta-access-denied" */ '../features/waiting/DeniedPage').then(
        (module) => module.DeniedPage,
      ),
  },
];
