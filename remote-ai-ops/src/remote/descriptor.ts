/** What this remote says about itself before it is loaded. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'ai-ops',
  displayName: 'AI Operations',
  contracts: '^1.0.0',
  needs: ['GET /consolidation-suggestions/'],
  routes: [
    {
      path: '/consolidation-suggestions',
      title: 'Consolidation',
      description: 'Similar memories that could become one',
      navigation: { label: 'Consolidation', icon: 'consolidation', order: 60, group: 'ai' },
      access: 'guest',
      flag: 'consolidationEnabled',
    },
  ],
  slots: [],
};
