/** The sidebar's entries and the page of an address, both out of the remotes' descriptors. */
import { matchPath } from '@hindsight/shared-contracts/router';
import type { NavigationEntry, Registry, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { FeatureFlags } from '@hindsight/shared-contracts/shell';

export interface SidebarEntry extends NavigationEntry {
  path: string;
  /** Remote that the page belongs to. */
  remote: string;
  /** The page's flag is off: listed, but not to be opened. */
  disabled: boolean;
  /** A thin gap stands before it. */
  startsGroup: boolean;
}

/** All entries in order, whichever remote they come from. */
export function sidebarEntries(registry: Registry, flags: FeatureFlags): SidebarEntry[] {
  const entries = Object.entries(registry.remotes).flatMap(([remote, release]) =>
    release.descriptor.routes.flatMap(({ path, navigation, flag }) =>
      navigation
        ? [{ ...navigation, path, remote, disabled: flag !== undefined && !flags[flag], startsGroup: false }]
        : [],
    ),
  );
  entries.sort((a, b) => a.order - b.order || a.path.localeCompare(b.path));
  return entries.map((entry, index) => ({
    ...entry,
    startsGroup: index > 0 && entries[index - 1]?.group !== entry.group,
  }));
}

/** An entry is current on its own path and on everything below it. */
export function isCurrent(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

export interface RemotePage {
  remote: string;
  route: RouteDescriptor;
}

/** Fixed segments say more about an address than parameters. */
function weight(pattern: string): number {
  return pattern.split('/').reduce((sum, part) => sum + (part === '' ? 0 : part.startsWith(':') ? 1 : 2), 0);
}

/** The page that owns an address: its own path or one below it, the most exact one first. */
export function pageOf(registry: Registry, pathname: string): RemotePage | null {
  const pages = Object.entries(registry.remotes).flatMap(([remote, release]) =>
    release.descriptor.routes
      .filter((route) => matchPath({ path: route.path, end: false }, pathname) !== null)
      .map((route) => ({ remote, route })),
  );
  pages.sort((a, b) => weight(b.route.path) - weight(a.route.path));
  return pages[0] ?? null;
}
