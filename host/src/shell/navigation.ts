/** The sidebar's entries and the page of an address, both out of the descriptors. */
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
  /** The page's flag is off: listed, but not to be opened. */
  disabled: boolean;
  /** A thin gap precedes it. */
  startsGroup: boolean;
}

const NOWHERE = { pathname: '', search: '', hash: '' };

/**
 * A person whom the page would redirect is not offered it; visitors and guests are, and learn there what they need. Until it is known who
 * is looking, what few may open is left out: an entry may appear, but none should go.
 */
export function isOffered(session: Session, access: Access): boolean {
  if (session.status === 'loading') return access !== 'beta-admin';
  return session.status !== 'signed-in' || gate(session, access, NOWHERE).kind === 'show';
}

/** All entries in order, whichever remote they come from. */
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

/** Entries of the user menu that remotes bring, for who may open their pages. */
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

/** An entry is current on its own path and on everything below it. */
export function isCurrent(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** A page and who renders it: a remote, or the host itself. */
export type Page = { route: RouteDescriptor } & ({ remote: string } | { Component: ComponentType });

/** Every page, the host's own first. */
export function listPages(registry: Registry, own: readonly HostPage[]): Page[] {
  return [...own.map(({ Component, ...route }) => ({ route, Component })), ...remoteRoutes(registry)];
}

/**
 * The page that owns an address: its own path or, of a remote, one below it too, the most specific first. Nobody owns one that cannot be
 * decoded.
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
