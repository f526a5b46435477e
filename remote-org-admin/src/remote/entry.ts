/** The one door of this remote: what the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';

export const routes: RemoteModule['routes'] = [];
export const slots: RemoteModule['slots'] = {
  'header.notifications': () =>
    import(
      /* webpackChunkName: "slot-header-notifications" */ '../features/notifications/NotificationBell'
    ).then((module) => module.NotificationBell),
};
