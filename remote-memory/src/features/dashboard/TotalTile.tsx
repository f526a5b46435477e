/** One figure of the workspace, with its own loading and its own failure. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import type { ReactNode } from 'react';
import { Button, StatTile } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';

interface TotalTileProps {
  label: string;
  to?: string;
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Undefined until it is known. */
  total: number | undefined;
  /** How it changed; its line is kept until that is known. */
  change: ReactNode;
}

/** A figure that failed to load shows a dash and its own way to try again; one that was known before stays. */
export function TotalTile({ label, to, query, total, change }: TotalTileProps) {
  const failed = query.error !== null && total === undefined;
  if (!failed) {
    return (
      <StatTile
        label={label}
        to={to}
        value={total ?? null}
        loading={total === undefined}
        note={change || '\u00a0'}
      />
    );
  }
  if (isForbidden(query.error)) {
    return <StatTile label={label} value={null} note="You don’t have access to this figure." />;
  }
  const retry = (
    <span role="alert">
      <Button
        type="link"
        size="small"
        aria-label={`Try Again: ${label}`}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try Again
      </Button>
    </span>
  );
  return <StatTile label={label} value={null} note={retry} />;
}
