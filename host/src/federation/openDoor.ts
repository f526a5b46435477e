/** Makes components of a door's loaders: the parts of a remote as the frame shows them. */
import type { RouteObject } from '@hindsight/shared-contracts/router';
import { lazyPage, type LoadPart, type RemoteModule } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';

/** A door whose parts can be rendered; each is fetched when it is first shown. */
export interface OpenDoor {
  routes: RouteObject[];
  /** By the slot's name. */
  slots: Readonly<Record<string, ComponentType<never>>>;
}

/** Must be called once for a loaded door: the components keep what they fetched. */
export function openDoor({ routes, slots }: RemoteModule): OpenDoor {
  return {
    routes: routes.map(({ path, load }) => ({ path, Component: lazyPage(load) })),
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, load]) => [name, lazyPage(load as LoadPart<never>)]),
    ),
  };
}
