/** Sidebar entries and the page for an address, derived from the descriptors. */
import {
  findOwner,
  remoteRoutes,
  type Access,
  type NavigationEntry,
  type Registry,
  type RouteDescriptor,
} from '@hindsight/shared-contracts/registry';
import type { FeatureFlags, Session } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';
import { gate } from '../session/gate';
import type { HostPage } from './hostParts';

export interface SidebarEntry extends NavigationEntry {
  path: string;
  remote: string;
  /** The page's flag is off: it is listed but cannot be opened. */
  disabled: boolean;
  /** Preceded by a thin gap. */
  startsGroup: boolean;
}

const NOWHERE = { pathname: '', search: '', hash: '' };

/**
 * Whether a page is offered. Pages that would redirect a signed-in user are not; visitors and guests see them and learn there what they
 * need. While the session loads, pages for a few users are omitted: entries may appear later, but none should disappear.
 */
export function isOffered(session: Session, access: Access): boolean {
  if (session.status === 'loading') return access !== 'beta-admin';
  return session.status !== 'signed-in' || gate(session, access, NOWHERE).kind === 'show';
}

/** All entries in order, across remotes. */
export function sidebarEntries(registry: Registry, flags: FeatureFlags, session: Session): SidebarEntry[] {
  const entries = Object.entries(registry.remotes).flatMap(([remote, release]) =>
    release.descriptor.routes.flatMap(({ path, navigation, flag, access }) =>
      navigation && isOffered(session, access)
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

/** Remotes' entries in the user menu, for users who may open their pages. */
export function accountEntries(
  registry: Registry,
  session: Session,
): { path: string; label: string; icon: string }[] {
  return Object.values(registry.remotes).flatMap(({ descriptor }) =>
    descriptor.routes.flatMap(({ path, accountEntry, access }) =>
      accountEntry && isOffered(session, access) ? [{ path, ...accountEntry }] : [],
    ),
  );
}

/** An entry is current on its own path and on all paths below it. */
export function isCurrent(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** A page and its renderer: a remote, or the host itself. */
export type Page = { route: RouteDescriptor } & ({ remote: string } | { Component: ComponentType });

/** All pages, the host's own first. */
export function listPages(registry: Registry, own: readonly HostPage[]): Page[] {
  return [...own.map(({ Component, ...route }) => ({ route, Component })), ...remoteRoutes(registry)];
}

/**
 * Page that owns an address: by its own path or, for a remote, also a path below it; the most specific page wins. Null for an address that
 * cannot be decoded.
 */
export function findPage(pages: readonly Page[], pathname: string): Page | null {
  try {
    decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const address = pathname.replace(/\/$/, '');
  const candidates = pages.filter((page) => 'remote' in page || page.route.path === address);
  return findOwner(candidates, ({ route }) => route.path, pathname);
}
