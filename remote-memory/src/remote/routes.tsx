/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage } from '@hindsight/shared-contracts/shell';

const DashboardPage = lazyPage(() =>
  import(/* webpackChunkName: "page-dashboard" */ '../features/dashboard/DashboardPage').then(
    (module) => module.DashboardPage,
  ),
);
const MemoryBlocksPage = lazyPage(() =>
  import(/* webpackChunkName: "page-memory-blocks" */ '../features/memoryBlocks/MemoryBlocksPage').then(
    (module) => module.MemoryBlocksPage,
  ),
);

export const routes: RouteObject[] = [
  { path: '/dashboard', Component: DashboardPage },
  { path: '/memory-blocks', Component: MemoryBlocksPage },
];
