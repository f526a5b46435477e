/** Metadata that the host needs before it loads this remote. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'example',
  displayName: 'Example',
  contracts: '^3.0.0',
  needs: ['GET /user-info'],
  routes: [
    {
      path: '/example',
      title: 'Example',
      description: 'What this page is for, in one line',
      navigation: { label: 'Example', icon: 'dashboard', order: 100, group: 'work' },
      access: 'member',
    },
  ],
  slots: ['example.summary'],
};
