/** An error in place of content: what failed, why, and how to continue. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { Button } from '../actions/Button';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './states.module.css';

export type ErrorKind =
  | 'failed'
  /** The service did not respond. */
  | 'offline'
  /** The code of a part of the product did not load. */
  | 'part';

interface ErrorStateProps {
  title: string;
  /** The failed query: its error is the detail, and Try Again refetches it. */
  query?: { error: Error | null; isFetching: boolean; refetch(): Promise<unknown> };
  detail?: ReactNode;
  /** Details for operators, one fact per line; collapsed under Details. */
  technical?: string;
  onRetry?: () => void;
  retryLabel?: string;
  kind?: ErrorKind;
  /** A retry is running: the button shows a spinner and ignores clicks. */
  retrying?: boolean;
}

const ICONS: Record<ErrorKind, IconName> = { failed: 'error', offline: 'globe', part: 'unavailable' };

/** Announced when it appears. */
export function ErrorState({
  title,
  query,
  detail = query?.error && describeError(query.error),
  technical,
  onRetry = query && (() => void query.refetch()),
  retryLabel = 'Try Again',
  kind = 'failed',
  retrying = query?.isFetching,
}: ErrorStateProps) {
  return (
    <div className={styles.state} data-kind={kind} role="alert">
      <span className={styles.sign}>
        <Icon name={ICONS[kind]} size={28} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {detail && <div className={styles.description}>{detail}</div>}
      {onRetry && (
        <div className={styles.action}>
          <Button type="primary" onClick={onRetry} loading={retrying}>
            {retryLabel}
          </Button>
        </div>
      )}
      {technical && (
        <details className={styles.technical}>
          <summary>Details</summary>
          <p>{technical}</p>
        </details>
      )}
    </div>
  );
}
