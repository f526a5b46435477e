/** Declares this remote to the host before it is loaded. Pure data, because the build reads it in Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'org-admin',
  displayName: 'Organizations & Notifications',
  contracts: '^3.0.0',
  needs: ['GET /notifications/', 'GET /organizations/'],
  routes: [
    {
      path: '/notifications',
      title: 'Notifications',
      description: 'Invitations and changes to your memberships',
      access: 'signed-in',
      capabilities: ['notifications.read-all'],
      firstQueries: [{ path: '/notifications/', query: { limit: '20', skip: '0' }, ofPerson: true }],
    },
    {
      path: '/settings/workspace/:part',
      title: 'Workspace settings',
      description: 'Members, invitations and audit trail',
      access: 'signed-in',
      firstQueries: [{ path: '/organizations/', ofPerson: true }],
    },
  ],
  slots: ['header.notifications', 'account.organizations', 'session.invitation-link'],
  overlays: [
    {
      slot: 'account.organizations',
      params: ['organizations'],
      alsoClears: ['organizations_view', 'organizations_invite'],
      // The dialog itself asks signed-out users to sign in.
      access: 'anyone',
      command: {
        label: 'Manage organizations',
        icon: 'organization',
        keywords: 'create new members invitations',
        access: 'signed-in',
      },
    },
    {
      slot: 'session.invitation-link',
      params: ['accept_invite', 'decline_invite'],
      alsoClears: ['org', 'email', 'token'],
      access: 'anyone',
    },
  ],
};
