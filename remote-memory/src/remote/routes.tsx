/** The pages of this remote; each is a chunk of its own that loads when it is first opened. */
import { lazy } from 'react';
import type { RouteObject } from '@hindsight/shared-contracts/router';

const DashboardPage = lazy(() =>
  import('../features/dashboard/DashboardPage').then((module) => ({ default: module.DashboardPage })),
);
const MemoryBlocksPage = lazy(() =>
  import('../features/memoryBlocks/MemoryBlocksPage').then((module) => ({
    default: module.MemoryBlocksPage,
  })),
);

export const routes: RouteObject[] = [
  { path: '/dashboard', Component: DashboardPage },
  { path: '/memory-blocks', Component: MemoryBlocksPage },
];
