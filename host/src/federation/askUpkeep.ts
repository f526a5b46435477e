/**
 * The way to the upkeep of the page's releases: new versions, canaries, overrides, what is put aside. A healthy first load needs none of
 * it, so its code comes when there is something to decide, when something failed, or when the page has come to rest.
 */
import type { Release } from '@hindsight/shared-contracts/registry';
import { tabStorage } from '../session/storage';
import type { Readable, Store } from '../state/store';
import type { Notice } from './notices';
import { registry } from './registryClient';
import type { RemoteFailure, Upkeep } from './types';

/** Where a tab keeps its overrides and what it has put aside. */
export const TAB_KEY = 'hindsight.parts';

/** What upkeep needs of the rest of the host. */
export interface Surroundings {
  /** Fetches its code. */
  load(): Promise<{ startUpkeep(surroundings: Surroundings, wishes: Record<string, string>): Upkeep }>;
  notices: Store<readonly Notice[]>;
  workspace: {
    get(): { scope: { organizationId: string | null } | null };
    subscribe(listener: () => void): () => void;
  };
  drafts: Readable<readonly unknown[]> & { mayLoseInPlace(): Promise<boolean> };
  toasts: { show(type: 'info', message: string): void };
  capabilities: { get(): ReadonlySet<string>; known(): Promise<unknown> };
  settings: { get(): { overrideOrigins: readonly string[] }; ready: Promise<void> | null };
}

let surroundings: Surroundings | null = null;
let asked: Promise<Upkeep> | null = null;
let running: Upkeep | null = null;
let wishes: Record<string, string> = {};

/** Must be told before anything is asked. */
export function surroundUpkeep(given: Surroundings): void {
  surroundings = given;
}

/** @throws Error when its code cannot be fetched; the next call tries again. */
export async function askUpkeep(): Promise<Upkeep> {
  if (!surroundings) throw new Error('Upkeep was asked before it knew its surroundings.');
  const given = surroundings;
  asked ??= given.load().then(({ startUpkeep }) => startUpkeep(given, wishes));
  try {
    return (running = await asked);
  } catch (error) {
    asked = null;
    throw error;
  }
}

/**
 * Takes overrides (`?remote.memory=http://localhost:3001/`) out of the address before a router reads it; they are for the tab, not for
 * one page.
 */
export function takeOverridesFrom(address: Location = window.location): void {
  if (!/[?&]remote\./.test(address.search)) return;
  const params = new URLSearchParams(address.search);
  const found = [...params].filter(([name]) => name.startsWith('remote.'));
  for (const [name] of found) params.delete(name);
  wishes = Object.fromEntries(found.map(([name, url]) => [name.slice('remote.'.length), url]));
  const search = params.size > 0 ? `?${String(params)}` : '';
  window.history.replaceState(window.history.state, '', address.pathname + search + address.hash);
}

/** Whether it takes more than the registry's word to know which release of a remote runs. */
function isUndecided(name: string): boolean {
  if (running) return running.isDeciding();
  return (
    name in wishes || tabStorage.read(TAB_KEY) !== null || registry().rollout?.[name]?.canary !== undefined
  );
}

/** Null when the registry's release runs; else settles when it is decided, and never rejects. */
export function decision(name: string): Promise<unknown> | null {
  if (!surroundings || !isUndecided(name)) return null;
  return askUpkeep()
    .then((upkeep) => upkeep.decided)
    .catch(() => undefined);
}

/** Tells that a release could not be loaded; settles when another one took its place, or none could. */
export async function tellLoadFailure(name: string, release: Release, failure: RemoteFailure): Promise<void> {
  if (surroundings) await (await askUpkeep()).loadFailed(name, release, failure);
}

/** Tells that a part broke while it was shown. */
export function tellCrash(name: string, version: string, error: unknown): void {
  if (surroundings)
    askUpkeep().then(
      (upkeep) => upkeep.crashed(name, version, error),
      () => undefined,
    );
}

interface AddressSource {
  state: { location: { pathname: string } };
  subscribe(listener: (state: { location: { pathname: string } }) => void): () => void;
}

/** Between two pages is the moment to take a new version over. Answers how to stop. */
export function watchNavigation(router: AddressSource): () => void {
  let path = router.state.location.pathname;
  return router.subscribe(({ location: { pathname } }) => {
    if (pathname === path) return;
    path = pathname;
    running?.navigated();
  });
}

/** For tests. */
export function resetUpkeep(): void {
  running?.stop();
  surroundings = asked = running = null;
  wishes = {};
}
