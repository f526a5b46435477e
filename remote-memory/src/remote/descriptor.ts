/** The descriptor of this remote. Pure data: the build reads it under Node. */
import type { RemoteDescriptor } from '@hindsight/shared-contracts/registry';

export const descriptor: RemoteDescriptor = {
  name: 'memory',
  displayName: 'Memory',
  contracts: '^2.0.0',
  needs: ['GET /memory-blocks/', 'GET /agents/', 'GET /conversations/count'],
  routes: [
    {
      path: '/dashboard',
      title: 'Dashboard',
      description: 'What your agents remember, at a glance',
      navigation: { label: 'Dashboard', icon: 'dashboard', order: 10, group: 'work' },
      access: 'guest',
    },
    {
      path: '/memory-blocks',
      title: 'Memory Blocks',
      description: 'Search and read what your agents learned',
      navigation: { label: 'Memory Blocks', icon: 'memory', order: 20, group: 'work' },
      access: 'guest',
    },
    {
      path: '/playground',
      title: 'Playground',
      description: 'What would my agent see?',
      navigation: { label: 'Playground', icon: 'search', order: 25, group: 'work' },
      access: 'guest',
    },
    {
      path: '/keywords',
      title: 'Keywords',
      description: 'Tags that help you and your agents find memories',
      navigation: { label: 'Keywords', icon: 'keywords', order: 30, group: 'work' },
      access: 'guest',
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
    },
    {
      path: '/archived-memory-blocks',
      title: 'Archived',
      description: 'Archived memories: restore them or delete them for good',
      navigation: { label: 'Archived', icon: 'archived', order: 70, group: 'ai' },
      access: 'guest',
      flag: 'archivedEnabled',
    },
    {
      path: '/conversations/:id',
      title: 'Conversation',
      description: 'What was learned in one conversation',
      access: 'guest',
    },
    {
      path: '/secrets',
      title: 'Secrets',
      description: 'Keys, tokens and passwords that were written into memories',
      accountEntry: { label: 'Secrets', icon: 'lock' },
      access: 'member',
    },
  ],
  slots: ['memory-block.detail', 'memory-block.create'],
  overlays: [
    { slot: 'memory-block.detail', params: ['block'], access: 'guest' },
    {
      slot: 'memory-block.create',
      params: ['create'],
      access: 'member',
      command: { label: 'Create memory', icon: 'plus', keywords: 'new add write' },
    },
  ],
};
