/** The pages of this remote; each is a separate chunk, loaded when the page first opens. */
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
