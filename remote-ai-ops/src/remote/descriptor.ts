/** Declares this remote to the host before it is loaded. Pure data, because the build reads it in Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

/** Recent jobs, for the active runs on pages with bulk work. */
const RECENT_JOBS = { path: '/jobs/', query: { limit: '200' }, ofPerson: true };

export const descriptor: RemoteDescriptor = {
  name: 'ai-ops',
  displayName: 'AI Operations',
  contracts: '^3.0.0',
  needs: [
    'GET /consolidation-suggestions/',
    'GET /memory-optimization/suggestions',
    'POST /memory/prune/suggest',
    'POST /memory-blocks/{id}/compress',
  ],
  routes: [
    {
      path: '/review',
      title: 'Review',
      description: 'Approve or reject suggested changes',
      navigation: {
        label: 'Review',
        icon: 'check',
        order: 55,
        group: 'ai',
        count: 'GET /review-items/',
      },
      access: 'guest',
      capabilities: ['consolidation.review'],
      firstQueries: [
        {
          path: '/review-items/',
          query: { limit: '200', kind: '{kind}' },
          then: [
            { ids: 'items.0.memory_block_ids', path: '/memory-blocks/{id}' },
            {
              ids: 'items.0.id',
              path: '/consolidation-suggestions/{id}',
              where: { at: 'items.0.kind', is: 'consolidation' },
            },
          ],
        },
        RECENT_JOBS,
      ],
    },
    {
      path: '/consolidation-suggestions',
      title: 'Consolidation',
      description: 'Similar memories you may want to merge',
      navigation: { label: 'Consolidation', icon: 'consolidation', order: 60, group: 'ai' },
      access: 'guest',
      flag: 'consolidationEnabled',
      capabilities: ['consolidation.review', 'jobs'],
      firstQueries: [
        {
          path: '/consolidation-suggestions/',
          query: { skip: '0', limit: '12', sort_by: 'timestamp', sort_order: 'desc' },
        },
        RECENT_JOBS,
      ],
    },
    {
      path: '/consolidation-suggestions/:id',
      title: 'Consolidation Detail',
      description: 'The merged memory next to its originals',
      access: 'guest',
      flag: 'consolidationEnabled',
      capabilities: ['consolidation.review'],
      firstQueries: [{ path: '/consolidation-suggestions/{id}' }],
    },
    {
      path: '/memory-optimization-center',
      title: 'Memory Optimization Center',
      description: 'Memories to compact, merge, tag or archive',
      navigation: { label: 'AI Optimization', icon: 'optimization', order: 80, group: 'ai' },
      access: 'guest',
      capabilities: ['optimization.propose', 'jobs'],
      firstQueries: [
        { path: '/memory-optimization/suggestions', query: { agent_id: '{agent}' } },
        { path: '/agents/', query: { limit: '1000', sort_by: 'created_at', sort_order: 'desc' } },
        RECENT_JOBS,
      ],
    },
    {
      path: '/pruning-suggestions',
      title: 'Pruning',
      description: 'Low-value memories you may want to archive',
      navigation: { label: 'Pruning', icon: 'pruning', order: 90, group: 'ai' },
      access: 'guest',
      flag: 'pruningEnabled',
      capabilities: ['memory.restore', 'jobs'],
      firstQueries: [RECENT_JOBS],
    },
  ],
  slots: ['memory-block.compaction', 'memory-block.keyword-suggestions'],
};
