/** Leads from one page of settings to the others: the person's own, then those of the workspace. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useRef } from 'react';
import { isCurrent, isOffered, findPage, type Page } from './navigation';
import styles from './SettingsNav.module.css';

interface Entry {
  path: string;
  label: string;
  /** Another address of the same page. */
  also?: string;
  /** There is nothing to see in a personal workspace. */
  ofOrganization?: boolean;
}

const ENTRIES: readonly Entry[] = [
  { path: '/settings/profile', label: 'Profile', also: '/profile' },
  { path: '/settings/tokens', label: 'API Tokens', also: '/tokens' },
  { path: '/settings/connections', label: 'Connections' },
  { path: '/settings/secrets', label: 'Secrets' },
  { path: '/settings/workspace/members', label: 'Members', ofOrganization: true },
  { path: '/settings/workspace/invitations', label: 'Invitations', ofOrganization: true },
  { path: '/settings/workspace/audit', label: 'Audit trail', ofOrganization: true },
];

/** Nothing on other pages. The organization that an address names stays the one that is managed. */
export function SettingsNav({ pages }: { pages: readonly Page[] }) {
  const { session, scope } = useShell();
  const { pathname, search } = useLocation();
  const shown = useRef<HTMLAnchorElement>(null);
  const current = ENTRIES.find(({ path, also = path }) => isCurrent(path, pathname) || pathname === also);
  const { path: address } = current ?? {};
  useEffect(() => {
    // Newer browsers answer a promise, which would count as the end of the effect.
    shown.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [address]);
  if (!current) return null;
  const named = new URLSearchParams(search).get('organization');
  const offered = ENTRIES.filter(({ path, ofOrganization }) => {
    const page = findPage(pages, path);
    const isFilled = !ofOrganization || scope.scope === 'organization' || named !== null;
    return page && isFilled && isOffered(session, page.route.access);
  });
  return (
    <nav aria-label="Settings" className={styles.nav}>
      {offered.map(({ path, label, ofOrganization }) => (
        <Link
          key={path}
          ref={path === current.path ? shown : undefined}
          className={styles.entry}
          to={ofOrganization && named !== null ? `${path}?organization=${named}` : path}
          aria-current={path === current.path ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
