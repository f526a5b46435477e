/** What a remote hands the host through its one exposed door. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { SlotName, SlotProps } from './shell';

export interface RemoteModule {
  /** Absolute paths, the same as in the descriptor, with the remote's own sub-paths; elements are lazy. */
  routes: RouteObject[];
  slots: { [N in SlotName]?: ComponentType<SlotProps[N]> };
}

/**
 * Checks at run time that a loaded module is a door.
 * @throws TypeError with a sentence that names what is missing.
 */
export function assertRemoteModule(value: unknown, remote: string): asserts value is RemoteModule {
  const module = value as Partial<RemoteModule> | null;
  if (typeof module !== 'object' || module === null)
    throw new TypeError(`Remote "${remote}" exposes no module.`);
  if (!Array.isArray(module.routes)) throw new TypeError(`Remote "${remote}" exposes no list of routes.`);
  if (typeof module.slots !== 'object' || module.slots === null) {
    throw new TypeError(`Remote "${remote}" exposes no table of slots.`);
  }
}
