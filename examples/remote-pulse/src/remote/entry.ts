/** The entry point of this remote: the only module the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';

export const routes: RemoteModule['routes'] = [
  {
    path: '/pulse',
    load: () => import('../features/pulse/PulsePage').then((module) => module.PulsePage),
  },
];
export const slots: RemoteModule['slots'] = {};
