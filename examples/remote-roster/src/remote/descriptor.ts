/** Metadata that the host needs before it loads this remote. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'roster',
  displayName: 'Roster',
  contracts: '^3.0.0',
  needs: ['GET /agents/'],
  routes: [
    {
      path: '/roster',
      title: 'Roster',
      description: 'The agents of this workspace',
      navigation: { label: 'Roster', icon: 'agents', order: 100, group: 'work' },
      access: 'member',
    },
  ],
  slots: [],
};
