/** The pages of this remote; each is a chunk of its own that is fetched when it is first opened. */
import type { RemotePage } from '@hindsight/shared-contracts/shell';

export const routes: RemotePage[] = [
  {
    path: '/example',
    load: () =>
      import(/* webpackChunkName: "page-example" */ '../features/overview/OverviewPage').then(
        (module) => module.OverviewPage,
      ),
  },
];
