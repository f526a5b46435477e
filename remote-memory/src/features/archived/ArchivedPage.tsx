/** The page `/archived-memory-blocks`: archived memories, to restore or to delete for good. */
import { useCallback, useRef } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { lastPage, RefreshControl, useClampedPage, useListKeys, useConfirm } from '@hindsight/shared-ui/data';
import { useAgents } from '../../api/agents';
import { useArchivedPage } from '../../api/archived';
import { ARCHIVED_PAGE_SIZES, showingText } from '../../model/archivedView';
import { isUsable, NO_FILTERS } from '../../model/memoryFilters';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useActionProblems } from '../blockActions/useActionProblems';
import { StepPager } from '../lists/StepPager';
import { ArchivedFilters } from './ArchivedFilters';
import { reachableRows, usePlaces } from '../lists/usePlaces';
import { useRefresh } from '../lists/useRefresh';
import styles from './ArchivedPage.module.css';
import { ArchivedResults } from './ArchivedResults';
import { ArchiveTiles } from './ArchiveTiles';
import { ARCHIVE_OFF, archiveFailed, DELETE_QUESTION, SIGN_IN_TO_DELETE } from './texts';
import { useArchivedActions } from './useArchivedActions';
import { useArchivedView } from './useArchivedView';

function Archive() {
  const { guardWrite, scope } = useShell();
  const archive = useArchivedView();
  const { view, show } = archive;
  const canAsk = isUsable(view);
  const { place, turn } = usePlaces<string>(archive, scopeKey(scope));
  const archived = useArchivedPage(view, canAsk, place);
  const agents = useAgents();
  const { restore, remove } = useArchivedActions();
  const { write: problem } = useActionProblems();
  const confirm = useConfirm();
  useExpiredSession(archived.error, 'load archived memories');
  const askDelete = useCallback(
    async (id: string) => {
      if (guardWrite(SIGN_IN_TO_DELETE) && (await confirm(DELETE_QUESTION))) remove(id);
    },
    [guardWrite, confirm, remove],
  );

  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { onArchive: problem === null ? (ids) => ids.forEach(restore) : undefined });

  const { data } = archived;
  const rows = canAsk ? data : undefined;
  const isCurrent = rows !== undefined && !archived.isPlaceholderData;
  const reachable = rows && reachableRows(rows, view);
  const known = isCurrent ? reachable : undefined;
  const last = rows?.items.at(-1);
  const isByTime = view.sort !== 'feedback';
  const { page, isPastEnd } = useClampedPage(view.page, { total: known, size: view.size, show });

  const refresh = useRefresh((error) => archiveFailed(describeError(error)), archived);

  return (
    <div className={styles.page}>
      <ArchiveTiles />
      <ArchivedFilters list={archive} agents={agents.data ?? NO_AGENTS} />
      <div className={styles.summary}>
        {canAsk && (
          <RefreshControl
            updatedAt={archived.dataUpdatedAt || null}
            refreshing={archived.isFetching}
            onRefresh={refresh}
          />
        )}
      </div>
      <ArchivedResults
        list={list}
        view={view}
        archived={archived}
        data={data}
        isPastEnd={isPastEnd}
        problem={problem}
        onClear={() => show(NO_FILTERS)}
        onRestore={restore}
        onDelete={askDelete}
      />
      {reachable !== undefined && reachable > 0 && !isPastEnd && (
        <StepPager
          label="archived memories"
          showing={showingText(view.page, view.size, reachable)}
          page={page}
          lastPage={lastPage(reachable, view.size)}
          onPage={(next) => turn(next, isByTime && last ? `${last.archivedAt}_${last.id}` : place)}
          size={view.size}
          sizes={ARCHIVED_PAGE_SIZES}
          onSize={(size) => show({ size })}
        />
      )}
    </div>
  );
}

const NO_AGENTS: never[] = [];

/** Where the feature is off nothing is asked of the service. */
export function ArchivedPage() {
  const { flags } = useShell();
  if (!flags.archivedEnabled) return <EmptyState kind="feature-off" title={ARCHIVE_OFF} />;
  return <Archive />;
}
