/** What this remote says about itself before it is loaded. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'beta',
  displayName: 'Beta Access',
  contracts: '^1.0.0',
  needs: ['POST /beta-access/request', 'GET /beta-access/status'],
  routes: [
    {
      path: '/beta-access/request',
      title: 'Request Beta Access',
      description: 'Ask to take part in the beta programme',
      access: 'signed-in',
    },
    {
      path: '/beta-access/pending',
      title: 'Request Pending',
      description: 'Your request for beta access is being reviewed',
      access: 'signed-in',
    },
    {
      path: '/beta-access/denied',
      title: 'Access Denied',
      description: 'Your request for beta access was not approved',
      access: 'signed-in',
    },
  ],
  slots: [],
};
