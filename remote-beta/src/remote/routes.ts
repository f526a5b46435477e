/** The pages of this remote; each is a chunk that loads on first visit. */
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
  {
    path: '/beta-access/review/granted',
    load: () =>
      import(/* webpackChunkName: "page-beta-access-review-granted" */ '../features/review/GrantedPage').then(
        (module) => module.GrantedPage,
      ),
  },
  {
    path: '/beta-access/admin',
    load: () =>
      import(/* webpackChunkName: "page-beta-access-admin" */ '../features/admin/AdminPage').then(
        (module) => module.AdminPage,
      ),
  },
];
