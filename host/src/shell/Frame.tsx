/** The frame around every page: rail, header, and the place of the page. The document itself scrolls. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Banners } from './Banners';
import styles from './Frame.module.css';
import { Header } from './Header';
import { createRail, useRail } from './railState';
import { Sidebar } from './Sidebar';

/** Below this width (px) the rail lies over the page. */
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
