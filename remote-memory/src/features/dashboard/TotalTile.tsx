/** One total of the workspace, with its own loading and its own failure. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { Button, StatTile, type IconName } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import styles from './TotalTile.module.css';

interface TotalTileProps {
  label: string;
  icon: IconName;
  to?: string;
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Undefined until it is known. */
  total: number | undefined;
}

/** A number that failed to load shows a dash and its own way to try again; one that was known before stays. */
export function TotalTile({ label, icon, to, query, total }: TotalTileProps) {
  const failed = query.error !== null && total === undefined;
  if (!failed) {
    return <StatTile label={label} icon={icon} to={to} value={total ?? null} loading={total === undefined} />;
  }
  if (isForbidden(query.error)) {
    return <StatTile label={label} icon={icon} value={null} note="You have no access to this number." />;
  }
  const retry = (
    <span role="alert">
      Could not be loaded.{' '}
      <Button
        type="link"
        size="small"
        className={styles.retry}
        aria-label={`Try Again: ${label}`}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try Again
      </Button>
    </span>
  );
  return <StatTile label={label} icon={icon} value={null} note={retry} />;
}
