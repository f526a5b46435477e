/** Navigation between settings pages: first the user's own, then those of the workspace. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useRef } from 'react';
import { isCurrent, isOffered, findPage, type Page } from './navigation';
import styles from './SettingsNav.module.css';

interface Entry {
  path: string;
  label: string;
  /** Alternative address of the same page. */
  also?: string;
  /** Has no content in a personal workspace. */
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

/** Renders nothing on other pages. Links keep the organization named in the address. */
export function SettingsNav({ pages }: { pages: readonly Page[] }) {
  const { session, scope } = useShell();
  const { pathname, search } = useLocation();
  const shown = useRef<HTMLAnchorElement>(null);
  const current = ENTRIES.find(({ path, also = path }) => isCurrent(path, pathname) || pathname === also);
  const { path: address } = current ?? {};
  useEffect(() => {
    // Newer browsers return a promise here, which must not be returned as the effect's cleanup.
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
