/** Pages of this remote; each is a separate chunk that loads when first opened. */
import type { RemotePage } from '@hindsight/shared-contracts/shell';

export const routes: RemotePage[] = [
  {
    path: '/dashboard',
    load: () =>
      import(/* webpackChunkName: "page-dashboard" */ '../features/dashboard/DashboardPage').then(
        (module) => module.DashboardPage,
      ),
  },
  {
    path: '/memory-blocks',
    load: () =>
      import(/* webpackChunkName: "page-memory-blocks" */ '../features/memoryBlocks/MemoryBlocksPage').then(
        (module) => module.MemoryBlocksPage,
      ),
  },
  {
    path: '/playground',
    load: () =>
      import(/* webpackChunkName: "page-playground" */ '../features/playground/PlaygroundPage').then(
        (module) => module.PlaygroundPage,
      ),
  },
  {
    path: '/keywords',
    load: () =>
      import(/* webpackChunkName: "page-keywords" */ '../features/keywords/KeywordsPage').then(
        (module) => module.KeywordsPage,
      ),
  },
  {
    path: '/memory-blocks/:id',
    load: () =>
      import(/* webpackChunkName: "page-memory-block" */ '../features/memoryBlock/MemoryBlockPage').then(
        (module) => module.MemoryBlockPage,
      ),
  },
  {
    path: '/agents',
    load: () =>
      import(/* webpackChunkName: "page-agents" */ '../features/agents/AgentsPage').then(
        (module) => module.AgentsPage,
      ),
  },
  {
    path: '/agents/:id',
    load: () =>
      import(/* webpackChunkName: "page-agent" */ '../features/agents/AgentPage').then(
        (module) => module.AgentPage,
      ),
  },
  {
    path: '/analytics',
    load: () =>
      import(/* webpackChunkName: "page-figures" */ '../features/analytics/AnalyticsPage').then(
        (module) => module.AnalyticsPage,
      ),
  },
  {
    path: '/archived-memory-blocks',
    load: () =>
      import(/* webpackChunkName: "page-archived-memory-blocks" */ '../features/archived/ArchivedPage').then(
        (module) => module.ArchivedPage,
      ),
  },
  {
    path: '/conversations/:id',
    load: () =>
      import(
        /* webpackChunkName: "page-conversations-id" */ '../features/conversation/ConversationPage'
      ).then((module) => module.ConversationPage),
  },
  {
    path: '/settings/secrets',
    load: () =>
      import(/* webpackChunkName: "page-settings-secrets" */ '../features/secrets/SecretsPage').then(
        (module) => module.SecretsPage,
      ),
  },
  {
    path: '/settings/connections',
    load: () =>
      import(/* webpackChunkName: "page-settings-connections" */ '../features/agents/ConnectionsPage').then(
        (module) => module.ConnectionsPage,
      ),
  },
];
