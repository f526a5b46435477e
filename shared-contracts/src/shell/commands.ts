/** Command palette entries of a page while it is shown, e.g. actions on the selected rows. One list for host and remotes. */
import { useEffect, useId, useSyncExternalStore } from 'react';

/** An entry of the palette; unlike a descriptor's command it depends on the page's current state. */
export interface PageCommand {
  /** Label, e.g. `Archive`. */
  label: string;
  /** Target, e.g. `3 selected memories`. */
  detail: string;
  /** Icon name in shared-ui's set. */
  icon: string;
  run(): void;
}

const offers = new Map<string, readonly PageCommand[]>();
const listeners = new Set<() => void>();
let offered: readonly PageCommand[] = [];

function publish(): void {
  offered = [...offers.values()].flat();
  for (const listener of [...listeners]) listener();
}

/** Offers these commands while the caller is mounted; a later call replaces them. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const id = useId();
  useEffect(() => {
    if (commands.length === 0 && !offers.has(id)) return;
    offers.set(id, commands);
    publish();
  }, [id, commands]);
  useEffect(
    () => () => {
      if (offers.delete(id)) publish();
    },
    [id],
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All commands currently offered. */
export function useOfferedCommands(): readonly PageCommand[] {
  return useSyncExternalStore(
    subscribe,
    () => offered,
    () => offered,
  );
}
