/** Turns the loaders of a remote's module into components that the frame can render. */
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage, type LoadPart, type RemoteModule } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';

/** A remote whose parts can be rendered; each is fetched when it is first shown. */
export interface LoadedRemote {
  routes: RouteObject[];
  /** By the slot's name. */
  slots: Readonly<Record<string, ComponentType<never>>>;
}

/** Must be called once for a module: the components keep what they fetched. */
export function loadedRemote({ routes, slots }: RemoteModule): LoadedRemote {
  return {
    routes: routes.map(({ path, load }) => ({ path, Component: lazyPage(load) })),
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, load]) => [name, lazyPage(load as LoadPart<never>)]),
    ),
  };
}
