/**
 * A remote's interface to the host: loaders only. An entry without shared modules is bundled into the remote's entry file, so it costs no
 * separate request (docs/adr/0512-loading-files.md).
 */
import type { ComponentType } from 'react';
import type { SlotName, SlotProps } from './shell';

/** Fetches a part's code, e.g. `() => import('../features/dashboard/DashboardPage').then((m) => m.DashboardPage)`. */
export type LoadPart<Props = object> = () => Promise<ComponentType<Props>>;

/** A page of a remote, fetched when it is first opened. */
export interface RemotePage {
  /** Absolute path as in the descriptor, react-router syntax. */
  path: string;
  load: LoadPart;
}

export interface RemoteModule {
  routes: RemotePage[];
  slots: { [N in SlotName]?: LoadPart<SlotProps[N]> };
}

const isLoader = (value: unknown) => typeof value === 'function';

/**
 * Verifies at run time that a loaded module is a remote's entry.
 * @throws TypeError with a sentence that names what is missing.
 */
export function assertRemoteModule(value: unknown, remote: string): asserts value is RemoteModule {
  const module = value as Partial<RemoteModule> | null;
  if (typeof module !== 'object' || module === null)
    throw new TypeError(`Remote "${remote}" exposes no module.`);
  const { routes, slots } = module;
  if (!Array.isArray(routes)) throw new TypeError(`Remote "${remote}" exposes no list of routes.`);
  if (typeof slots !== 'object' || slots === null) {
    throw new TypeError(`Remote "${remote}" exposes no table of slots.`);
  }
  const page = routes.find((route) => typeof route.path !== 'string' || !isLoader(route.load));
  if (page)
    throw new TypeError(`Remote "${remote}" has a page without a path and a loader (${String(page.path)}).`);
  const slot = Object.entries(slots).find(([, load]) => !isLoader(load));
  if (slot) throw new TypeError(`Remote "${remote}" has no loader for its slot ${slot[0]}.`);
}
