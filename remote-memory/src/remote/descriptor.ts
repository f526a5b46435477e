/** The descriptor of this remote. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

const NEWEST_FIRST = { sort_by: 'created_at', sort_order: 'desc' };
const NEWEST_MEMORIES = { path: '/memory-blocks/', query: { limit: '15', ...NEWEST_FIRST } };
const ALL_AGENTS = { limit: '1000', ...NEWEST_FIRST };

export const descriptor: RemoteDescriptor = {
  name: 'memory',
  displayName: 'Memory',
  contracts: '^3.1.0',
  needs: ['GET /memory-blocks/', 'GET /agents/', 'GET /conversations/count'],
  routes: [
    {
      path: '/dashboard',
      title: 'Dashboard',
      description: 'Your agents’ latest memories, and anything that needs your attention',
      navigation: { label: 'Dashboard', icon: 'dashboard', order: 10, group: 'work' },
      access: 'guest',
      capabilities: ['memory.news'],
      firstQueries: [
        { path: '/agents/', query: { limit: '1', ...NEWEST_FIRST } },
        NEWEST_MEMORIES,
        { path: '/conversations/count', query: { include_archived: 'true' } },
      ],
    },
    {
      path: '/memory-blocks',
      title: 'Memory Blocks',
      description: 'Search and read what your agents learned',
      navigation: { label: 'Memory Blocks', icon: 'memory', order: 20, group: 'work', hasViews: true },
      access: 'guest',
      capabilities: ['memory.filters', 'memory.saved-views'],
      firstQueries: [
        {
          path: '/memory-blocks/',
          query: { skip: '0', limit: '12', ...NEWEST_FIRST, agent_id: '{agent}', keyword_id: '{keyword}' },
        },
        { path: '/agents/', query: ALL_AGENTS },
      ],
    },
    {
      path: '/playground',
      title: 'Playground',
      description: 'What would my agent see?',
      navigation: { label: 'Playground', icon: 'search', order: 25, group: 'work' },
      access: 'guest',
      capabilities: ['memory.pinned-questions'],
      firstQueries: [
        { path: '/pinned-questions/' },
        { path: '/agents/', query: ALL_AGENTS },
        NEWEST_MEMORIES,
      ],
    },
    {
      path: '/keywords',
      title: 'Keywords',
      description: 'Tags that help you and your agents find memories',
      navigation: { label: 'Keywords', icon: 'keywords', order: 30, group: 'work' },
      access: 'guest',
      capabilities: ['keywords.counts', 'keywords.cleanup'],
      firstQueries: [{ path: '/keywords/', query: { limit: '1000' } }],
      command: {
        label: 'Clean up keywords',
        icon: 'keywords',
        keywords: 'merge duplicates unused rename',
        access: 'member',
        hash: '#clean-up',
      },
    },
    {
      path: '/agents',
      title: 'Agents',
      description: 'Coding agents that write to this workspace',
      navigation: { label: 'Agents', icon: 'agents', order: 40, group: 'work' },
      access: 'guest',
      capabilities: ['agents.counts', 'agents.activity'],
      firstQueries: [{ path: '/agents/', query: ALL_AGENTS }],
      command: {
        label: 'Create agent',
        icon: 'plus',
        keywords: 'new add',
        access: 'member',
        hash: '#create',
      },
    },
    {
      path: '/analytics',
      title: 'Analytics',
      description: 'Activity, quality and unused memories',
      navigation: { label: 'Analytics', icon: 'analytics', order: 50, group: 'work' },
      access: 'guest',
      capabilities: ['analytics.summary', 'analytics.days', 'agents.activity'],
      firstQueries: [{ path: '/analytics/summary' }],
    },
    {
      path: '/archived-memory-blocks',
      title: 'Archived',
      description: 'Archived memories: restore them or delete them for good',
      navigation: { label: 'Archived', icon: 'archived', order: 70, group: 'ai' },
      access: 'guest',
      flag: 'archivedEnabled',
      capabilities: ['memory.restore'],
      firstQueries: [
        {
          path: '/memory-blocks/archived/',
          query: { skip: '0', limit: '12', sort_by: 'archived_at', sort_order: 'desc' },
        },
        { path: '/agents/', query: ALL_AGENTS },
      ],
    },
    {
      path: '/conversations/:id',
      title: 'Conversation',
      description: 'The memories of one conversation',
      access: 'guest',
      capabilities: ['memory.conversation-events'],
      firstQueries: [
        {
          path: '/memory-blocks/',
          query: {
            skip: '0',
            limit: '48',
            sort_by: 'created_at',
            sort_order: 'asc',
            conversation_id: '{id}',
            include_archived: 'true',
          },
        },
      ],
    },
    {
      path: '/settings/secrets',
      title: 'Secrets',
      description: 'Keys, tokens and passwords found in memories',
      accountEntry: { label: 'Secrets', icon: 'lock' },
      access: 'member',
      capabilities: ['secrets.findings'],
      firstQueries: [
        { path: '/secret-policy' },
        {
          path: '/secret-findings/',
          query: { state: 'open', skip: '0', limit: '50' },
        },
      ],
    },
    {
      path: '/settings/connections',
      title: 'Connections',
      description: 'Programs that read and write memories on your behalf',
      access: 'member',
      capabilities: ['agents.activity'],
    },
  ],
  slots: ['memory-block.detail', 'memory-block.create', 'navigation.view-count'],
  overlays: [
    { slot: 'memory-block.detail', params: ['block'], access: 'guest' },
    {
      slot: 'memory-block.create',
      params: ['create', 'create_agent'],
      access: 'member',
      command: { label: 'Create memory', icon: 'plus', keywords: 'new add write' },
    },
  ],
};
