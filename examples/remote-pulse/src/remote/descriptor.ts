/** Metadata that the host needs before it loads this remote. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'pulse',
  displayName: 'Pulse',
  // The first contracts version that supports ES module releases.
  contracts: '^3.1.0',
  needs: ['GET /memory-blocks/'],
  routes: [
    {
      path: '/pulse',
      title: 'Pulse',
      description: 'How many memories this workspace has',
      navigation: { label: 'Pulse', icon: 'analytics', order: 101, group: 'work' },
      access: 'member',
    },
  ],
  slots: [],
};
