/** Whether pages show their debug panel: a browser setting, offered only by debug builds. */
import { browserStorage, type SafeStorage } from '../session/storage';
import { BUILD } from '../settings/build';
import { createStore, type Readable } from '../state/store';

const DEBUG_PANEL_KEY = 'show-debug-panel';

export interface DebugPanel extends Readable<boolean> {
  offered: boolean;
  toggle(): void;
}

export function createDebugPanel(
  storage: SafeStorage = browserStorage,
  offered = BUILD.debugPanel,
): DebugPanel {
  const state = createStore(offered && storage.read(DEBUG_PANEL_KEY) === 'true');
  return {
    get: state.get,
    subscribe: state.subscribe,
    offered,
    toggle() {
      if (!offered) return;
      state.set(!state.get());
      storage.write(DEBUG_PANEL_KEY, String(state.get()));
    },
  };
}
