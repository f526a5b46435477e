/** The one door of this remote: what the host loads. */
import { lazy } from 'react';
import type { RemoteModule } from '@hindsight/shared-contracts/shell';

const NotificationBell = lazy(() =>
  import('../features/notifications/NotificationBell').then((module) => ({
    default: module.NotificationBell,
  })),
);

export const routes: RemoteModule['routes'] = [];
export const slots: RemoteModule['slots'] = { 'header.notifications': NotificationBell };
