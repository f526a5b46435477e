/** The one door of this remote: what the host loads. */
import { lazyPage, type RemoteModule } from '@hindsight/shared-contracts/shell';

const NotificationBell = lazyPage(() =>
  import(
    /* webpackChunkName: "slot-header-notifications" */ '../features/notifications/NotificationBell'
  ).then((module) => module.NotificationBell),
);

export const routes: RemoteModule['routes'] = [];
export const slots: RemoteModule['slots'] = { 'header.notifications': NotificationBell };
