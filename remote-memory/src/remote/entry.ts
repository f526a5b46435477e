/** The entry point of this remote: the only module that the host loads. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import { routes as pages } from './routes';

export const routes: RemoteModule['routes'] = pages;
export const slots: RemoteModule['slots'] = {
  'memory-block.detail': () =>
    import(
      /* webpackChunkName: "slot-memory-block-detail" */ '../features/memoryBlock/MemoryBlockDialog'
    ).then((module) => module.MemoryBlockDialog),
  'memory-block.create': () =>
    import(/* webpackChunkName: "slot-memory-block-create" */ '../features/create/CreateOverlay').then(
      (module) => module.CreateOverlay,
    ),
  'navigation.view-count': () =>
    import(/* webpackChunkName: "slot-navigation-view-count" */ '../features/savedViews/ViewCount').then(
      (module) => module.ViewCount,
    ),
};
