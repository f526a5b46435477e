/** Ways from a proposal to the memories themselves, which another part of the product shows. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import type { ReactNode } from 'react';
import styles from './MemoryLinks.module.css';

/** Why memories cannot be shown now, or null. */
export const useMemoryPartProblem = (): string | null => useShell().slotProblem('memory-block.detail');

/** The address that opens a block over the page that is open now. */
export function useBlockAddress(): (id: string) => string {
  const { pathname, search } = useLocation();
  return (id) => {
    const params = new URLSearchParams(search);
    params.set('block', id);
    return `${pathname}?${params.toString()}`;
  };
}

/** Says once for a part of the page why its links to memories lead nowhere now; nothing while they work. */
export function MemoryPartNotice() {
  const problem = useMemoryPartProblem();
  if (!problem) return null;
  return (
    <p className={styles.notice} role="note">
      <Icon name="unavailable" size={16} /> Memories cannot be opened from here now: {problem}
    </p>
  );
}

/** A link, or its text where it leads nowhere now: `MemoryPartNotice` says why. */
export function MemoryLink({ to, children, label }: { to: string; children: ReactNode; label?: string }) {
  const problem = useMemoryPartProblem();
  if (problem) {
    return (
      <span className={styles.away} title={problem}>
        {children}
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} className={styles.link}>
      {children}
    </Link>
  );
}
