/** The entry point of this remote: the only module the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';

export const routes: RemoteModule['routes'] = [
  {
    path: '/roster',
    load: () =>
      import(/* webpackChunkName: "page-roster" */ '../features/roster/RosterPage').then(
        (module) => module.RosterPage,
      ),
  },
];
export const slots: RemoteModule['slots'] = {};
