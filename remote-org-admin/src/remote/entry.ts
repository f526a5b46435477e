/** The entry point of this remote: the only module that the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';

export const routes: RemoteModule['routes'] = [
  {
    path: '/notifications',
    load: () =>
      import(/* webpackChunkName: "page-notifications" */ '../features/notifications/NotificationsPage').then(
        (module) => module.NotificationsPage,
      ),
  },
  {
    path: '/settings/workspace/:part',
    load: () =>
      import(
        /* webpackChunkName: "page-settings-workspace-part" */ '../features/organizations/WorkspaceSettingsPage'
      ).then((module) => module.WorkspaceSettingsPage),
  },
];

export const slots: RemoteModule['slots'] = {
  'header.notifications': () =>
    import(
      /* webpackChunkName: "slot-header-notifications" */ '../features/notifications/NotificationBell'
    ).then((module) => module.NotificationBell),
  'account.organizations': () =>
    import(
      /* webpackChunkName: "slot-account-organizations" */ '../features/organizations/OrganizationsDialog'
    ).then((module) => module.OrganizationsDialog),
  'session.invitation-link': () =>
    import(
      /* webpackChunkName: "slot-session-invitation-link" */ '../features/invitationLink/InvitationLinkDialog'
    ).then((module) => module.InvitationLinkDialog),
};
