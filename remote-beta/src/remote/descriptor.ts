/** What the host knows of this remote before it is loaded. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'beta',
  displayName: 'Beta Access',
  contracts: '^3.0.0',
  needs: ['POST /beta-access/request', 'GET /beta-access/status'],
  routes: [
    {
      path: '/beta-access/request',
      title: 'Request Beta Access',
      description: 'Ask to join the beta program',
      access: 'signed-in',
    },
    {
      path: '/beta-access/pending',
      title: 'Request Pending',
      description: 'The status of your beta access request',
      access: 'signed-in',
    },
    {
      path: '/beta-access/denied',
      title: 'Access Denied',
      description: 'The decision on your beta access request',
      access: 'signed-in',
    },
    {
      path: '/beta-access/review/granted',
      title: 'Access Granted',
      description: 'The outcome of a review',
      access: 'anyone',
    },
    {
      path: '/beta-access/admin',
      title: 'Beta Access',
      description: 'Manage beta access and access requests',
      accountEntry: { label: 'Beta Access Admin', icon: 'lock' },
      access: 'beta-admin',
      capabilities: ['beta.mails'],
    },
  ],
  slots: ['session.beta-review-link'],
  overlays: [
    {
      slot: 'session.beta-review-link',
      params: ['beta_review'],
      alsoClears: ['beta_decision', 'decision', 'beta_token', 'token'],
      access: 'anyone',
    },
  ],
};
