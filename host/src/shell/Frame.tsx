/** Frame around every page: rail, header and page content. The document itself scrolls. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Banners } from './Banners';
import styles from './Frame.module.css';
import { Header } from './Header';
import { Sidebar } from './Sidebar';
import { browserStorage } from '../session/storage';
import type { SafeStorage } from '../session/storage';
import { createStore } from '../state/store';
import type { Readable } from '../state/store';

/** The boot script reads the same key and sets the document's class, so that the rail does not jump. */
export const SIDEBAR_KEY = 'hindsight.sidebar';

interface RailState {
  collapsed: boolean;
  overlay: boolean;
}

interface RailStore extends Readable<RailState> {
  toggleCollapsed(): void;
  setOverlay(open: boolean): void;
}

/** State on the server that renders the frame, which does not know the browser's storage. */
const BEFORE: RailState = { collapsed: false, overlay: false };

/** Whether the rail is collapsed (stored in the browser) and whether it overlays the page on a small screen. */
function createRail(storage: SafeStorage = browserStorage): RailStore {
  const collapsed = storage.read(SIDEBAR_KEY) === 'collapsed';
  // Reuse the server's object: a new one would rerender the whole frame.
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

function useRail(rail: RailStore): RailState {
  return useSyncExternalStore(rail.subscribe, rail.get, () => BEFORE);
}

/** Below this width (px) the rail overlays the page. */
export const LARGE_SCREEN = 1024;

export function Frame({ children }: { children: ReactNode }) {
  const [rail] = useState(() => createRail());
  const { collapsed, overlay } = useRail(rail);
  const menu = useRef<HTMLButtonElement>(null);
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!overlay) return;
    const panel = aside.current;
    const opener = menu.current;
    panel?.querySelector<HTMLElement>('a, button')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') rail.setOverlay(false);
    };
    const onResize = () => {
      if (window.innerWidth >= LARGE_SCREEN) rail.setOverlay(false);
    };
    document.addEventListener('keydown', onKey);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('resize', onResize);
      if (panel?.contains(document.activeElement)) opener?.focus();
    };
  }, [overlay, rail]);

  return (
    <div className={styles.frame} data-overlay={overlay || undefined}>
      <a
        className={styles.skip}
        href="#page-title"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('page-title')?.focus();
        }}
      >
        Skip to content
      </a>
      <aside ref={aside} className={styles.rail} aria-label="Navigation">
        <Sidebar
          collapsed={collapsed}
          onToggle={rail.toggleCollapsed}
          onClose={() => rail.setOverlay(false)}
        />
      </aside>
      {overlay && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Close navigation"
          className={styles.backdrop}
          onClick={() => rail.setOverlay(false)}
        />
      )}
      <div className={styles.column} inert={overlay}>
        <Header menuRef={menu} onMenu={() => rail.setOverlay(true)} />
        <Banners />
        <main className={styles.main}>{children}</main>
      </div>
    </div>
  );
}
