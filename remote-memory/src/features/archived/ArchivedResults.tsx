/** Rows of the archive, or the reason why there are none. */
import type { RefObject } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, CardSkeleton, EmptyState, ErrorState, StaleNotice } from '@hindsight/shared-ui/core';
import type { ArchivedView } from '../../model/archivedView';
import { CONVERSATION_ID_MESSAGE, isFiltered, isUsable } from '../../model/memoryFilters';
import type { Memory, Rows } from '../../model/memory';
import { describeError } from '@hindsight/shared-contracts/rules';
import grid from '../cards/MemoryGrid.module.css';
import { ArchivedCard } from './ArchivedCard';
import { archiveFailed, KEPT_HERE, NO_MATCH, NOTHING_ARCHIVED } from './texts';
import { NoAccess } from '../cards/NoAccess';

/** Number of skeletons, as specified. */
const SKELETONS = 6;

interface ArchivedResultsProps {
  /** The list element in which keyboard navigation finds the cards. */
  list: RefObject<HTMLUListElement | null>;
  view: ArchivedView;
  archived: Pick<UseQueryResult<Rows<Memory>>, 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;
  data: Rows<Memory> | undefined;
  /** The address names a page past the end and is being corrected. */
  isPastEnd: boolean;
  /** Why restoring and deleting are disabled, or null. */
  problem: string | null;
  onClear(): void;
  onRestore(id: string): void;
  onDelete(id: string): void;
}

function Failure({ error, onRetry, retrying }: { error: unknown; onRetry(): void; retrying: boolean }) {
  if (isForbidden(error)) {
    return <NoAccess what="the archive of this workspace" />;
  }
  return <ErrorState title={archiveFailed(describeError(error))} onRetry={onRetry} retrying={retrying} />;
}

/** Renders one of: loading, error, no access, empty, no match, rows. */
export function ArchivedResults(props: ArchivedResultsProps) {
  const { list, view, archived, data, isPastEnd, problem } = props;
  const { onClear, onRestore, onDelete } = props;
  const { error, isFetching, isPlaceholderData } = archived;
  const retry = () => void archived.refetch();
  const clearAll = <Button onClick={onClear}>Clear all</Button>;
  if (!isUsable(view)) {
    return <EmptyState kind="no-match" title={CONVERSATION_ID_MESSAGE} action={clearAll} />;
  }
  if (!data && error) return <Failure error={error} onRetry={retry} retrying={isFetching} />;
  const isWaiting = !data || isPastEnd || (data.items.length === 0 && isPlaceholderData);
  if (isWaiting) return <CardSkeleton count={SKELETONS} />;
  if (data.items.length === 0) {
    return !isFiltered(view) ? (
      <EmptyState
        kind="nothing-yet"
        icon="archived"
        title={NOTHING_ARCHIVED}
        description={KEPT_HERE}
        action={<Link to="/memory-blocks">Go to Memory Blocks</Link>}
      />
    ) : (
      <EmptyState kind="no-match" {...NO_MATCH} action={clearAll} />
    );
  }
  return (
    <>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      <ul
        ref={list}
        className={grid.grid}
        aria-label="Archived memories"
        aria-busy={isPlaceholderData}
        data-outdated={isPlaceholderData || undefined}
      >
        {data.items.map((row) => (
          <li key={row.id} className={grid.cell} data-row={row.id}>
            <ArchivedCard
              row={row}
              search={isPlaceholderData ? '' : view.search}
              problem={problem}
              onRestore={onRestore}
              onDelete={onDelete}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
