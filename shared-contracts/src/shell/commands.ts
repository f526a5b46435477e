/** What a page offers in the command palette while it is shown, e.g. actions on the selected rows. One list for host and remotes. */
import { useEffect, useId, useSyncExternalStore } from 'react';

/** A line of the palette; unlike the commands of a descriptor it comes and goes with what is on the page. */
export interface PageCommand {
  /** What it does, e.g. `Archive`. */
  label: string;
  /** What it is about, e.g. `3 selected memories`. */
  detail: string;
  /** Name of an icon of shared-ui's set. */
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

/** Offers these commands for as long as the caller is mounted; what is given last counts. */
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

/** Everything that the parts of the page offer now. */
export function useOfferedCommands(): readonly PageCommand[] {
  return useSyncExternalStore(
    subscribe,
    () => offered,
    () => offered,
  );
}
