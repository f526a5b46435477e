/** Sidebar rail with links to all pages in one order, across remotes. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon, IconButton, isIconName } from '@hindsight/shared-ui/core';
import { useEffect, useMemo, useRef } from 'react';
import { useFederation, useRegistry } from '../federation/federation';
import { mayPrefetch, prefetchPage } from '../federation/prefetch';
import { useStore } from '../state/store';
import { useHost } from './hostContext';
import { Logo } from './Logo';
import { isCurrent, sidebarEntries } from './navigation';
import type { SidebarEntry } from './navigation';
import { PinnedViews } from './PinnedViews';
import { withOverlay } from './overlayAddress';
import { countUse } from './pageUses';
import { PARTS_PARAM } from '../status/address';
import styles from './Sidebar.module.css';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { CallKey } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useIdle } from './useIdle';

/** In milliseconds. A pointer that merely crosses a list of links reaches the next one sooner. */
export const STAYS_AFTER = 80;

interface Pointing {
  onPoint(): void;
  /** Called at once when the link is pressed. */
  onStay(): void;
}

/** @returns event handlers for the link. Touching it counts as pressing. */
export function usePointing({ onPoint, onStay }: Pointing) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  function begin(): void {
    end();
    onPoint();
    timer.current = setTimeout(onStay, STAYS_AFTER);
  }
  function press(): void {
    end();
    onStay();
  }
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end, onPointerDown: press };
}

/** Above this, an exact number says no more than "many". */
const MAX_SHOWN = 99;

/** Requests the count when the page is idle, and again when rows change. Renders nothing for zero or while it is unknown. */
export function NavigationCount({ list }: { list: string }) {
  const isIdle = useIdle();
  const { data: count } = useScopedQuery({
    key: ['navigation-count', list],
    load: async (api, signal) => {
      // The descriptor names a paged list; a response without a total counts as zero.
      const answer: unknown = await api.call(list as CallKey, { query: { limit: 1 }, signal } as never);
      return Number((answer as { total_items?: number } | null)?.total_items ?? 0);
    },
    enabled: isIdle,
    // A change of a memory can resolve items that are pending for it.
    follows: ['suggestions', 'memories'],
  });
  if (!count) return null;
  return <span className={styles.count}>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : formatNumber(count)}</span>;
}

/** Shown on a click on an entry whose feature is off. */
const COMING_SOON = 'Feature coming soon';

interface EntryProps {
  entry: SidebarEntry;
  current: boolean;
  collapsed: boolean;
  onNavigate(): void;
}

function Entry({ entry, current, collapsed, onNavigate }: EntryProps) {
  const { toasts } = useShell();
  const federation = useFederation();
  const { ahead } = useHost();
  const pointing = usePointing({
    onPoint: () => void prefetchPage(federation, entry.remote, entry.path),
    onStay() {
      // The page repeats the request and shows its own error.
      if (mayPrefetch(federation, entry.remote)) ahead.ask(entry.remote, entry.path).catch(() => undefined);
    },
  });
  const content = (
    <>
      <Icon name={isIconName(entry.icon) ? entry.icon : 'memory'} />
      <span className={styles.label}>{entry.label}</span>
      {entry.count && !entry.disabled && <NavigationCount list={entry.count} />}
    </>
  );
  const title = collapsed ? entry.label : undefined;
  if (entry.disabled) {
    return (
      <button
        type="button"
        className={styles.entry}
        aria-disabled
        title={title}
        onClick={() => toasts.show('info', COMING_SOON)}
      >
        {content}
      </button>
    );
  }
  return (
    <Link
      to={entry.path}
      className={styles.entry}
      aria-current={current ? 'page' : undefined}
      title={title}
      {...pointing}
      onClick={onNavigate}
    >
      {content}
    </Link>
  );
}

/** Shows or hides the debug panel on pages that have one. */
function DebugEntry({ collapsed }: { collapsed: boolean }) {
  const { debugPanel } = useHost();
  const shown = useStore(debugPanel);
  return (
    <button
      type="button"
      className={styles.entry}
      aria-pressed={shown}
      title={collapsed ? 'Debug Panel' : undefined}
      onClick={debugPanel.toggle}
    >
      <Icon name="settings" />
      <span className={styles.label}>Debug Panel</span>
    </button>
  );
}

/** Opens the status dialog over the page. */
function PartsEntry({ collapsed, onNavigate }: { collapsed: boolean; onNavigate(): void }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ search: withOverlay(search, PARTS_PARAM) }}
      className={styles.entry}
      title={collapsed ? 'Status' : undefined}
      onClick={onNavigate}
    >
      <Icon name="info" />
      <span className={styles.label}>Status</span>
    </Link>
  );
}

interface SidebarProps {
  collapsed: boolean;
  onToggle(): void;
  onClose(): void;
}

/** Closes the overlay after a navigation, which has no effect on a large screen. */
export function Sidebar({ collapsed, onToggle, onClose }: SidebarProps) {
  const { flags, session } = useShell();
  const { debugPanel } = useHost();
  const { pathname } = useLocation();
  const { registry } = useRegistry();
  const entries = useMemo(() => sidebarEntries(registry, flags, session), [registry, flags, session]);
  const open = entries.find(({ path }) => isCurrent(path, pathname))?.path;
  useEffect(() => {
    if (open !== undefined) countUse(open);
  }, [open]);
  return (
    <>
      <div className={styles.brand}>
        <Link to="/dashboard" className={styles.home} onClick={onClose}>
          <Logo />
          <span className={styles.name}>
            <strong>Hindsight</strong> <small>AI-Powered Memory Dashboard</small>
          </span>
        </Link>
        <IconButton label="Close navigation" className={styles.close} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <nav aria-label="Main" className={styles.nav}>
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.path} data-starts-group={entry.startsGroup || undefined}>
              <Entry
                entry={entry}
                current={isCurrent(entry.path, pathname)}
                collapsed={collapsed}
                onNavigate={onClose}
              />
              {entry.hasViews && !entry.disabled && (
                <PinnedViews path={entry.path} collapsed={collapsed} onNavigate={onClose} />
              )}
            </li>
          ))}
          {debugPanel.offered && (
            <>
              <li data-starts-group>
                <DebugEntry collapsed={collapsed} />
              </li>
              <li>
                <PartsEntry collapsed={collapsed} onNavigate={onClose} />
              </li>
            </>
          )}
        </ul>
      </nav>
      <button
        type="button"
        className={styles.toggle}
        aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
        aria-expanded={!collapsed}
        onClick={onToggle}
      >
        <Icon name={collapsed ? 'chevron-right' : 'chevron-left'} />
        <span className={styles.label}>Collapse</span>
      </button>
    </>
  );
}
