/** Whether the rail is narrow (kept for this browser) and whether it lies over the page on a small screen. */
import { browserStorage, type SafeStorage } from '../session/storage';
import { createStore, type Readable } from '../state/store';
import { useSyncExternalStore } from 'react';

/** The boot script reads the same key and sets the class of the document, so that the rail does not jump. */
export const SIDEBAR_KEY = 'hindsight.sidebar';

interface RailState {
  collapsed: boolean;
  overlay: boolean;
}

interface RailStore extends Readable<RailState> {
  toggleCollapsed(): void;
  setOverlay(open: boolean): void;
}

/** What the server that sends the frame assumes: it does not know what this browser keeps. */
const BEFORE: RailState = { collapsed: false, overlay: false };

export function createRail(storage: SafeStorage = browserStorage): RailStore {
  const collapsed = storage.read(SIDEBAR_KEY) === 'collapsed';
  // The same object as at the server: another one would draw the whole frame again.
  const state = createStore<RailState>(collapsed ? { ...BEFORE, collapsed } : BEFORE);
  return {
    get: state.get,
    subscribe: state.subscribe,
    toggleCollapsed() {
      const collapsed = !state.get().collapsed;
      storage.write(SIDEBAR_KEY, collapsed ? 'collapsed' : null);
      document.documentElement.classList.toggle('rail-collapsed', collapsed);
      state.set({ ...state.get(), collapsed });
    },
    setOverlay(overlay) {
      if (state.get().overlay !== overlay) state.set({ ...state.get(), overlay });
    },
  };
}

/** The state of the rail, in a component. */
export function useRail(rail: RailStore): RailState {
  return useSyncExternalStore(rail.subscribe, rail.get, () => BEFORE);
}
