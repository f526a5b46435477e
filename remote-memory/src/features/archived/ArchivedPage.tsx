/** The page `/archived-memory-blocks`: restore archived memories or delete them permanently. */
import { useCallback, useRef, memo, useMemo } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import {
  EmptyState,
  formatAbsoluteTime,
  formatDay,
  formatRelativeTime,
  hintOnHover,
  StatTile,
  StatTiles,
} from '@hindsight/shared-ui/core';
import {
  lastPage,
  RefreshControl,
  useClampedPage,
  useListKeys,
  useConfirm,
  ListSearch,
  Select,
} from '@hindsight/shared-ui/data';
import { useAgents, useAgentCounts } from '../../api/agents';
import { useArchivedPage, useArchiveSummary } from '../../api/archived';
import { ARCHIVED_PAGE_SIZES, showingText, ARCHIVED_SORTS } from '../../model/archivedView';
import { isUsable, NO_FILTERS } from '../../model/memoryFilters';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useActionProblems } from '../blockActions/useActionProblems';
import { StepPager } from '../lists/StepPager';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';
import { useRefresh } from '../lists/useRefresh';
import styles from './ArchivedPage.module.css';
import { ArchivedResults } from './ArchivedResults';
import {
  ARCHIVE_OFF,
  archiveFailed,
  DELETE_QUESTION,
  SIGN_IN_TO_DELETE,
  PERMANENTLY_DELETED,
  SIGN_IN_TO_RESTORE,
} from './texts';
import { useArchivedView } from './useArchivedView';
import type { AgentName } from '../../model/agent';
import { memoriesText } from '../../model/countTexts';
import type { ArchivedSort } from '../../model/archivedView';
import { ActiveFilters } from '../lists/ActiveFilters';
import { AgentFilter } from '../lists/AgentFilter';
import { ConversationFilter } from '../lists/ConversationFilter';
import bar from '../lists/FilterBar.module.css';
import { useFilterPanel } from '../lists/useFilterPanel';
import type { ArchivedList } from './useArchivedView';
import { archiveMemory, deleteMemory, restoreMemory } from '../../api/memoryWrites';
import { ARCHIVED, ARCHIVE_FAILED, deleteFailed, RESTORED, restoreFailed } from '../blockActions/texts';
import { useBlockWork } from '../blockActions/useBlockWork';

interface ArchivedActions {
  /** Immediately, with Undo. */
  restore(id: string): void;
  /** Permanently; confirm first. */
  remove(id: string): void;
}

/** Restores archived memories or deletes them permanently. */
function useArchivedActions(): ArchivedActions {
  const { guardWrite } = useShell();
  const carryOut = useBlockWork();
  return useMemo(() => {
    const rearchive = (id: string) =>
      carryOut({
        act: (context) => archiveMemory(context, id),
        done: ARCHIVED,
        failed: () => ARCHIVE_FAILED,
      });
    return {
      restore(id) {
        if (!guardWrite(SIGN_IN_TO_RESTORE)) return;
        void carryOut({
          act: (context) => restoreMemory(context, id),
          hides: id,
          done: RESTORED,
          undo: () => void rearchive(id),
          failed: restoreFailed,
        });
      },
      remove(id) {
        void carryOut({
          act: (context) => deleteMemory(context, id),
          hides: id,
          isForGood: true,
          done: PERMANENTLY_DELETED,
          failed: deleteFailed,
        });
      },
    };
  }, [guardWrite, carryOut]);
}

interface ArchivedFiltersProps {
  list: ArchivedList;
  agents: readonly AgentName[];
}

const SORTS = ARCHIVED_SORTS.map(({ value, label }) => ({ value, label }));

/** Search, agent, order, conversation and the other filters, and the active ones as chips. */
function ArchivedFilters({ list, agents }: ArchivedFiltersProps) {
  const { view, show } = list;
  const filters = useFilterPanel(list);
  return (
    <>
      <div role="search" aria-label="Archived memories" className={bar.tools}>
        <div className={bar.bar} data-open={filters.isOpen || undefined}>
          <div className={bar.search}>
            <ListSearch list={list} label="Search archived memories" />
            {filters.toggle}
          </div>
          <AgentFilter list={list} agents={agents} />
          <Select
            className={bar.control}
            label="Sort by"
            value={view.sort}
            options={SORTS}
            onChange={(sort) => show({ sort: sort as ArchivedSort })}
          />
          <ConversationFilter list={list} />
        </div>
        {filters.panel}
      </div>
      <div className={styles.active}>
        <ActiveFilters list={list} agents={agents} />
      </div>
    </>
  );
}

/** Memoized: rerenders only when its numbers change, not on each keystroke in the search box. */
const ArchiveTiles = memo(function ArchiveTiles() {
  const summary = useArchiveSummary();
  const counts = useAgentCounts();
  const agents = counts.data && [...counts.data.values()].filter(({ archived_count }) => archived_count > 0);
  const { total, latest } = summary.data ?? {};
  return (
    <StatTiles label="The archive">
      <StatTile label="Archived memories" value={total ?? null} loading={!summary.data && !summary.error} />
      <StatTile
        label="Agents represented"
        value={agents?.length ?? null}
        loading={!agents && !counts.error}
      />
      <StatTile
        label="Most recent archive date"
        value={summary.data ? (latest ? formatDay(latest) : '–') : null}
        loading={!summary.data && !summary.error}
        note={
          latest ? (
            <span {...hintOnHover(() => formatAbsoluteTime(latest))}>{formatRelativeTime(latest)}</span>
          ) : undefined
        }
      />
    </StatTiles>
  );
});

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
        <p role="status">{known === undefined ? '' : memoriesText(known)}</p>
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

/** Sends no request while the feature is off. */
export function ArchivedPage() {
  const { flags } = useShell();
  if (!flags.archivedEnabled) return <EmptyState kind="feature-off" title={ARCHIVE_OFF} />;
  return <Archive />;
}
