/** The entry point of this remote: the only module that the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import { routes as pages } from './routes';

export const routes: RemoteModule['routes'] = pages;
export const slots: RemoteModule['slots'] = {
  'session.beta-review-link': () =>
    import(
      /* webpackChunkName: "slot-session-beta-review-link" */ '../features/review/ReviewLinkDialog'
    ).then((module) => module.ReviewLinkDialog),
};
