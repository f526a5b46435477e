/** What this remote says about itself before it is loaded. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'org-admin',
  displayName: 'Organizations & Notifications',
  contracts: '^1.0.0',
  needs: ['GET /notifications/'],
  routes: [],
  slots: ['header.notifications'],
};
