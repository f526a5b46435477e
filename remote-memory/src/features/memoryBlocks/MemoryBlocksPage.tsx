/** The page `/memory-blocks`: the memories of the workspace, with search, filters and bulk actions. */
import { useCallback, useEffect, useMemo, useRef, useState, memo } from 'react';
import { Pagination, useClampedPage, useListKeys, useSelection } from '@hindsight/shared-ui/data';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useExpiredSession, usePreference, useShell, usePageHeader } from '@hindsight/shared-contracts/shell';
import { useAgents } from '../../api/agents';
import { useGoneMemories } from '../../api/goneMemories';
import { lastRankedRow, seenHitIds, useMemoryPage } from '../../api/memoryPage';
import {
  filterQuery,
  isUsable,
  CLEARED,
  PAGE_SIZE,
  PAGE_SIZES,
  cursorAfter,
} from '../../model/memoryFilters';
import type { Sort, MemoryView } from '../../model/memoryFilters';
import { isRanked, toTerms } from '../../model/searchModes';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useBlockActions } from '../blockActions/useBlockActions';
import { MEMORY_BLOCKS_FAILED } from '../cards/MemoryLoadError';
import { ActiveFilters } from '../lists/ActiveFilters';
import { FilterBar } from './FilterBar';
import { ListSummary } from './ListSummary';
import { MemoryResults } from './MemoryResults';
import { useBulk } from '../bulk/useBulk';
import { SelectionActions, toTarget } from './SelectionActions';
import { SHOWN } from './rowsProps';
import { useTableOptions } from './tableOptions';
import { WITH_ARCHIVED, WITH_WEAKER, newMemoriesText } from './texts';
import { useMemoryView } from './useMemoryView';
import { SavedViews } from '../savedViews/SavedViews';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';
import { useRefresh } from '../lists/useRefresh';
import styles from './MemoryBlocksPage.module.css';
import { Button, Icon, Dropdown, lazyDialog, lazyView, CardSkeleton } from '@hindsight/shared-ui/core';
import { MAX_NEW, useNewMemories } from '../../api/newMemories';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { IMPORT_HASH, withCreate } from '../../model/blockAddress';
import { SIGN_IN_TO } from '../blockActions/texts';
import { ExportDialog } from '../transfer/lazyExport';
import trigger from '../parts/MenuTrigger.module.css';
import { memoryTitle } from '../../model/cardText';
import { actionItems, idItems } from '../blockActions/actionItems';
import { CardTools } from '../cards/CardTools';
import type { RenderTools } from '../cards/MemoryCard';
import { MemoryList } from '../cards/MemoryList';
import type { MemoryGridProps } from '../cards/MemoryGrid';
import type { MemoryRowsProps } from './rowsProps';

/** Layouts of the list: rows for searching, cards for reading, a table for managing. */
const MemoryTable = lazyView<MemoryRowsProps>(
  () => import('./MemoryTable').then((part) => part.MemoryTable),
  <CardSkeleton rows="tall" count={3} label="Loading memory blocks" />,
);

const MemoryGrid = lazyView<MemoryGridProps>(
  () => import('../cards/MemoryGrid').then((part) => part.MemoryGrid),
  <CardSkeleton rows="tall" count={3} label="Loading memory blocks" />,
);

function MemoryItems(props: MemoryRowsProps) {
  const { rows, search, isOutdated, shown, selection, actions, problems } = props;
  const { toasts } = useShell();
  const { ids, toggle } = selection;
  const renderTools = useCallback<RenderTools>(
    (row, isSelected) => (
      <CardTools
        title={memoryTitle(row)}
        items={[...actionItems(row.id, actions, problems, row.archived), ...idItems(row, toasts)]}
        selection={{ selected: isSelected, onToggle: () => toggle(row.id) }}
      />
    ),
    [actions, problems, toggle, toasts],
  );
  if (shown === 'rows')
    return (
      <MemoryList
        rows={rows}
        search={search}
        isOutdated={isOutdated}
        renderTools={renderTools}
        selected={ids}
      />
    );
  return (
    <MemoryGrid
      rows={rows}
      search={search}
      titleLevel={2}
      isOutdated={isOutdated}
      renderTools={renderTools}
      selected={ids}
    />
  );
}

/** Memoized: rerenders only when its own data changes, not on each keystroke in the search box. */
const MemoryRows = memo(function MemoryRows(props: MemoryRowsProps) {
  return props.shown === 'table' ? <MemoryTable {...props} /> : <MemoryItems {...props} />;
});

const ImportDialog = lazyDialog<{ onClose(): void }>(() =>
  import('../transfer/ImportDialog').then((part) => part.ImportDialog),
);

/** Actions in the page header: create, export, import. */
function ListActions({ view, total }: { view: MemoryView; total: number | null }) {
  const { session, scope, guardWrite } = useShell();
  const [opened, setOpened] = useState<'export' | 'import' | null>(null);
  const problem = writeProblem(session, scope);
  const navigate = useNavigate();
  const { search, hash } = useLocation();

  const actions = useMemo(() => {
    const write = (dialog: 'create' | 'import') => {
      if (!guardWrite(SIGN_IN_TO[dialog])) return;
      if (dialog === 'import') setOpened(dialog);
      else void navigate({ search: withCreate(search) }, { preventScrollReset: true });
    };
    const off = problem === null ? {} : { disabled: true, hint: problem };
    return (
      <>
        <Dropdown
          label="Export and import"
          trigger={<Icon name="download" />}
          triggerClassName={trigger.button}
          items={[
            { key: 'export', label: 'Export…', icon: 'download', onSelect: () => setOpened('export') },
            { key: 'import', label: 'Import…', icon: 'upload', onSelect: () => write('import'), ...off },
          ]}
        />
        <Button type="primary" icon={<Icon name="plus" />} disabled={problem} onClick={() => write('create')}>
          Create Memory
        </Button>
      </>
    );
  }, [guardWrite, problem, navigate, search]);
  usePageHeader(useMemo(() => ({ actions }), [actions]));

  const isImportAsked = hash === IMPORT_HASH && session.user !== null && problem === null;
  const close = () => {
    setOpened(null);
    if (hash === IMPORT_HASH) void navigate({ search }, { replace: true });
  };
  if (opened === 'import' || isImportAsked) return <ImportDialog onClose={close} />;
  if (opened === 'export') return <ExportDialog view={view} total={total} onClose={close} />;
  return null;
}

interface NewMemoriesProps {
  view: MemoryView;
  /** Time of the load in milliseconds since 1970; 0 before. */
  loadedAt: number;
  shown: readonly { id: string }[];
  onTake(): void;
}

/** Button above the list for memories added since it was loaded. The list itself does not update, so its rows stay in place. */
function NewMemories({ view, loadedAt, shown, onTake }: NewMemoriesProps) {
  const ids = shown.map(({ id }) => id);
  const count = useNewMemories(view, loadedAt, ids);
  return (
    <div role="status" className={styles.news}>
      {count > 0 && (
        <Button icon={<Icon name="refresh" />} onClick={onTake}>
          {newMemoriesText(Math.min(count, MAX_NEW), count >= MAX_NEW)}
        </Button>
      )}
    </div>
  );
}

/** Filters, rows and pager; the address holds their whole state. */
export function MemoryBlocksPage() {
  const { scope } = useShell();
  const memoryList = useMemoryView();
  const { view, show } = memoryList;
  const canAsk = isUsable(view);
  const { place, turn } = usePlaces<string>(memoryList, scopeKey(scope));
  const memories = useMemoryPage(view, canAsk, { isAwaited: true, place });
  const agents = useAgents();
  useExpiredSession(memories.error, 'load memory blocks');
  const [shown, setShown] = usePreference('memory-blocks.shown', SHOWN);
  const table = useTableOptions();
  const { actions, dialogs } = useBlockActions();
  const problems = useActionProblems();

  const { data } = memories;
  const loaded = canAsk ? data : undefined;
  const total = loaded?.total;
  const isCurrent = loaded !== undefined && !memories.isPlaceholderData;
  const known = isCurrent ? total : undefined;
  const reachable = loaded && (isRanked(view) ? lastRankedRow(loaded.total) : reachableRows(loaded, view));
  const { page, isPastEnd } = useClampedPage(view.page, {
    total: isCurrent ? reachable : undefined,
    size: view.size,
    show,
  });

  const rows = loaded?.items ?? NO_ROWS;
  const { search, mode, archived } = view;
  const marked = useMemo(() => (isCurrent ? toTerms({ search, mode }) : ''), [isCurrent, search, mode]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  useGoneMemories(ids, archived === 'without');
  const selection = useSelection(ids, JSON.stringify([scopeKey(scope), mode, filterQuery(view)]));
  const bulk = useBulk(selection.clear);
  const target = toTarget(selection, view, total);
  const archive = (chosen: readonly string[]) =>
    selection.ids.size > 0 ? bulk.begin('archive', target) : chosen.forEach(actions.archive);
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, {
    selection,
    onArchive: problems.write === null ? archive : undefined,
  });

  const withArchived = {
    key: 'archived',
    label: WITH_ARCHIVED,
    onRemove: () => show({ archived: 'without' }),
  };
  const withWeaker = {
    key: 'weaker',
    label: WITH_WEAKER,
    onRemove: () => show({ weaker: 'hidden' }),
  };
  const isWeakShown = view.weaker === 'shown' && mode === 'hybrid' && isRanked(view);
  // One stable function for all renders, so the rows do not rerender while a person types.
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  const sortBy = useCallback((sort: Sort) => latestShow.current({ sort }), []);
  const refresh = useRefresh(() => MEMORY_BLOCKS_FAILED, memories, agents);

  return (
    <div className={styles.page}>
      <ListActions view={view} total={total ?? null} />
      <SavedViews view={view}>
        {(save) => (
          <>
            <FilterBar list={memoryList} agents={agents.data} agentsFailed={agents.isError} />
            <ActiveFilters
              list={memoryList}
              agents={agents.data ?? NO_AGENTS}
              more={[...(archived === 'with' ? [withArchived] : []), ...(isWeakShown ? [withWeaker] : [])]}
              onClearAll={() => show(CLEARED)}
              action={save}
            />
          </>
        )}
      </SavedViews>
      <ListSummary
        total={known}
        isAtLeast={loaded?.notes?.isTotalInexact ?? false}
        memories={canAsk ? memories : null}
        onRefresh={refresh}
        shown={shown}
        onShow={setShown}
        table={table}
        view={view}
        onSort={sortBy}
      />
      <SelectionActions
        view={view}
        total={total}
        rows={rows}
        selection={selection}
        target={target}
        bulk={bulk}
        actions={actions}
        problems={problems}
      />
      <NewMemories
        view={view}
        loadedAt={isCurrent && !memories.isFetching ? memories.dataUpdatedAt : 0}
        shown={rows}
        onTake={() => {
          show({ page: 1 });
          void memories.refetch();
        }}
      />
      <div ref={list} className={styles.list}>
        <MemoryResults view={view} memories={memories} data={data} isPastEnd={isPastEnd} show={show}>
          <MemoryRows
            rows={rows}
            search={marked}
            isOutdated={memories.isPlaceholderData}
            shown={shown}
            look={table.look}
            sort={isRanked(view) ? null : view.sort}
            onSort={sortBy}
            selection={selection}
            actions={actions}
            problems={problems}
          />
        </MemoryResults>
      </div>
      {reachable !== undefined && (
        <Pagination
          page={page}
          pageSize={view.size}
          pageSizes={reachable > PAGE_SIZE ? [...PAGE_SIZES] : undefined}
          total={reachable}
          onChange={(next, size) => {
            const last = rows.at(-1);
            const seen = isRanked(view) ? seenHitIds(rows, place) : last && cursorAfter(view.sort, last);
            if (size !== view.size) show({ page: next, size });
            else turn(next, seen || place);
          }}
          label="memory blocks"
        />
      )}
      {dialogs}
    </div>
  );
}

const NO_AGENTS: never[] = [];
const NO_ROWS: never[] = [];
