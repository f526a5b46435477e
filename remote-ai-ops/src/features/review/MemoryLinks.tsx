/** Links from a proposal to its memories, which another remote shows. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import type { ReactNode } from 'react';
import { reviewTexts } from './texts';
import styles from './MemoryLinks.module.css';

/** Why memories cannot be opened at the moment, or null. */
export const useMemoryProblem = (): string | null => useShell().slotProblem('memory-block.detail');

/** Builds the URL that opens a memory over the current page. */
export function useMemoryAddress(): (id: string) => string {
  const { pathname, search } = useLocation();
  return (id) => {
    const params = new URLSearchParams(search);
    params.set('block', id);
    return `${pathname}?${params.toString()}`;
  };
}

/** Explains once per section why its memory links are disabled; empty while they work. */
export function MemoryProblemNotice() {
  const problem = useMemoryProblem();
  if (!problem) return null;
  return (
    <p className={styles.notice} role="note">
      <Icon name="unavailable" size={16} /> {reviewTexts.memoriesUnavailable(problem)}
    </p>
  );
}

/** A link, or plain text while memories cannot be opened, which `MemoryProblemNotice` explains. */
export function MemoryLink({ to, children, label }: { to: string; children: ReactNode; label?: string }) {
  const problem = useMemoryProblem();
  if (problem) {
    return (
      <span className={styles.disabled} title={problem}>
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
