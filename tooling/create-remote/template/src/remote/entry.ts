/** The entry point of this remote: the only module the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import { routes as pages } from './routes';

export const routes: RemoteModule['routes'] = pages;
export const slots: RemoteModule['slots'] = {
  'example.summary': () =>
    import(/* webpackChunkName: "slot-example-summary" */ '../features/overview/Summary').then(
      (module) => module.Summary,
    ),
};
