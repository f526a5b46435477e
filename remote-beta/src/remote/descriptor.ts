/** Declares this remote to the host before it is loaded. Pure data, because the build reads it in Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'beta',
  displayName: 'Beta access',
  contracts: '^3.0.0',
  needs: ['POST /beta-access/request', 'GET /beta-access/status'],
  routes: [
    {
      path: '/beta-access/request',
      title: 'Request beta access',
      description: 'Ask to join the beta program',
      access: 'signed-in',
    },
    {
      path: '/beta-access/pending',
      title: 'Request pending',
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
      title: 'Access granted',
      description: 'The outcome of a review',
      access: 'anyone',
    },
    {
      path: '/beta-access/admin',
      title: 'Beta access',
      description: 'Manage beta access and access requests',
      accountEntry: { label: 'Beta access admin', icon: 'lock' },
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
