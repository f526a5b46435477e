/** States of a memory that is loading, missing, forbidden or failed to load. */
import type { ReactNode } from 'react';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { EmptyState, ErrorState, VisuallyHidden } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { describeError } from '@hindsight/shared-contracts/rules';
import styles from './BlockLoading.module.css';
import { fetchFailed, LOAD_FAILED, NO_ACCESS, NOT_FOUND } from './texts';

interface BlockLoadingProps {
  /** The load error; null while loading. */
  error: Error | null;
  /** The address contains no valid ID. */
  isNoId: boolean;
  onRetry(): void;
  retrying: boolean;
  /** Action for errors that a retry does not fix. */
  action?: ReactNode;
}

/** Skeleton. @param what names the content for screen readers. */
export function Waiting({ what }: { what: string }) {
  return (
    <div role="status" className={styles.waiting}>
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      {[20, 96, 64, 40, 40].map((height, index) => (
        <span key={index} className={styles.line} style={{ height }} aria-hidden />
      ))}
    </div>
  );
}

export function BlockLoading({ error, isNoId, onRetry, retrying, action }: BlockLoadingProps) {
  if (isNoId || (error instanceof ApiError && error.status === 404)) {
    return <EmptyState kind="no-match" {...NOT_FOUND} action={action} />;
  }
  if (isForbidden(error)) {
    return <EmptyState kind="no-access" {...NO_ACCESS} action={action} />;
  }
  if (error === null) return <Waiting what="the memory block" />;
  return (
    <ErrorState
      kind={error instanceof NetworkError ? 'offline' : 'failed'}
      title={LOAD_FAILED}
      detail={fetchFailed(describeError(error))}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}
