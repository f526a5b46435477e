/** The page `/keywords`: search, add, edit and delete keywords. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { isForbidden, useExpiredSession, useHasDraft, useShell } from '@hindsight/shared-contracts/shell';
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  StaleNotice,
  StatTile,
  StatTiles,
  useNow,
  CardSkeleton,
} from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  Pagination,
  textParameter,
  useListKeys,
  useListView,
} from '@hindsight/shared-ui/data';
import { useKeywordCleanup, useKeywordCounts, useKeywords } from '../../api/keywords';
import { NEW_KEYWORD_DRAFT } from '../../model/draftKeys';
import { isRecent, RECENT_DAYS, similarKeywords, type Keyword } from '../../model/keyword';
import { KEYWORD_SORTS, searchKeywords, sortKeywords } from '../../model/keywordSearch';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { SEARCH_PAUSE_MS, usePagedRows } from '../lists/usePagedRows';
import { KeywordDialogs, type OpenedDialog } from './KeywordDialogs';
import { SearchBar } from '../lists/SearchBar';
import { useRefresh } from '../lists/useRefresh';
import { NextStep } from '../parts/NextStep';
import styles from './KeywordsPage.module.css';
import { KeywordTile } from './KeywordTile';
import { KEYWORDS_FAILED, NO_MATCH, NOTHING_YET, SIGN_IN_TO_CHANGE } from './texts';
import { useKeywordWrites } from './useKeywordWrites';
import { NoAccess } from '../cards/NoAccess';

/** `/keywords#clean-up` opens the cleanup dialog. */
const CLEANUP_HASH = '#clean-up';

/** Keywords per page: few enough to stay fast with 5,000 keywords. */
const TILES = 120;

/** Visual headings; each row states the same in words. Similar is named only if a row has similar keywords. */
const columnNames = (hasSimilar: boolean) => [
  'Keyword',
  'Use',
  'Created',
  ...(hasSimilar ? ['Similar'] : []),
];

const SORTS = KEYWORD_SORTS.map(({ value, label }) => ({ value, label }));
const PARAMETERS = {
  search: textParameter(),
  sort: choiceParameter(
    SORTS.map(({ value }) => value),
    'name',
  ),
};

export function KeywordsPage() {
  const { session, scope, guardWrite } = useShell();
  const now = useNow();
  const keywords = useKeywords(true, true);
  const list = useListView(PARAMETERS, SEARCH_PAUSE_MS);
  const { search, sort } = list.view;
  const counts = useKeywordCounts();
  // Comparing all keywords is slower than reading them, so it starts after the rows are loaded.
  const cleanup = useKeywordCleanup(counts.data !== undefined && session.user !== null);
  const similar = useMemo(() => similarKeywords(cleanup.data?.duplicates ?? []), [cleanup.data]);
  const writes = useKeywordWrites();
  const [opened, setOpened] = useState<OpenedDialog | null>(
    useHasDraft(NEW_KEYWORD_DRAFT) ? { kind: 'add' } : null,
  );
  const { hash, search: query } = useLocation();
  const navigate = useNavigate();
  const { error, isFetching } = keywords;
  const { data } = keywords;
  // Keywords added after the counts were loaded have no count yet.
  const isBehind = (counts.isFetching || counts.isError) && counts.dataUpdatedAt < keywords.dataUpdatedAt;
  useExpiredSession(error, 'load keywords');

  const problem = writeProblem(session, scope);
  const isCleaning = hash === CLEANUP_HASH && session.user !== null && problem === null;
  const sorted = useMemo(() => sortKeywords(data ?? [], sort, counts.data), [data, sort, counts.data]);
  const found = useMemo(() => searchKeywords(sorted, search), [sorted, search]);
  const recent = useMemo(() => (data ?? []).filter((row) => isRecent(row, now)).length, [data, now]);
  const most = useMemo(() => Math.max(1, ...(counts.data?.values() ?? [])), [counts.data]);
  const { page, shown, total, turn } = usePagedRows(list, data && found, TILES);

  const tiles = useRef<HTMLUListElement>(null);
  useListKeys(tiles);

  const mayEdit = useCallback(() => guardWrite(SIGN_IN_TO_CHANGE), [guardWrite]);
  const view = useCallback((keyword: Keyword) => setOpened({ kind: 'memories', keyword }), []);
  const askDelete = useCallback(
    (keyword: Keyword) => mayEdit() && setOpened({ kind: 'delete', keyword }),
    [mayEdit],
  );
  const close = () => {
    setOpened(null);
    if (hash === CLEANUP_HASH) void navigate({ search: query, hash: '' }, { replace: true });
  };
  const rename = useCallback(
    async (id: string, text: string) => {
      const isSameKeyword = (row: Keyword) =>
        row.id !== id && row.text.toLowerCase() === text.trim().toLowerCase();
      const [into, keyword] = [data?.find(isSameKeyword), data?.find((row) => row.id === id)];
      if (!into || !keyword) return writes.update(id, text);
      setOpened({ kind: 'merge', keyword, into });
      return false;
    },
    [data, writes],
  );
  const retry = () => void keywords.refetch();

  const refresh = useRefresh(() => KEYWORDS_FAILED, keywords, counts);

  if (!data && error) {
    return isForbidden(error) ? (
      <NoAccess what="the keywords of this workspace" />
    ) : (
      <ErrorState title={KEYWORDS_FAILED} query={keywords} />
    );
  }
  return (
    <div className={styles.page}>
      <StatTiles label="Totals">
        <StatTile label="Total" value={data?.length ?? null} loading={!data} />
        <StatTile
          label="Recent"
          value={recent}
          loading={!data}
          note={`created in the last ${RECENT_DAYS} days`}
        />
        <StatTile
          label="Filtered"
          value={found.length}
          loading={!data}
          note={search.trim() === '' ? undefined : 'match the search'}
        />
      </StatTiles>
      <SearchBar
        label="Keywords"
        searchLabel="Search keywords"
        list={list}
        sorts={SORTS}
        query={keywords}
        onRefresh={refresh}
      >
        <Button
          icon={<Icon name="check" size={16} />}
          disabled={problem}
          onClick={() => mayEdit() && setOpened({ kind: 'cleanup' })}
        >
          Clean up
        </Button>
        <Button
          type="primary"
          icon={<Icon name="plus" size={16} />}
          disabled={problem}
          onClick={() => mayEdit() && setOpened({ kind: 'add' })}
        >
          Add Keyword
        </Button>
      </SearchBar>
      {data && error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {!data && <CardSkeleton rows="short" count={12} />}
      {data && data.length === 0 && (
        <EmptyState kind="nothing-yet" icon="keywords" {...NOTHING_YET} action={<NextStep />} />
      )}
      {data && data.length > 0 && found.length === 0 && (
        <EmptyState
          kind="no-match"
          title={NO_MATCH}
          action={<Button onClick={() => list.show({ search: '' })}>Clear all</Button>}
        />
      )}
      {shown.length > 0 && (
        <div className={styles.grid}>
          <div className={styles.head} aria-hidden>
            {columnNames(shown.some(({ id }) => similar.has(id))).map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          <ul ref={tiles} className={styles.rows} aria-label="Keywords">
            {shown.map((row) => (
              <KeywordTile
                key={row.id}
                row={row}
                search={search}
                count={counts.data && (counts.data.get(row.id) ?? (isBehind ? undefined : 0))}
                most={most}
                isCountFailed={counts.isError}
                similar={similar.get(row.id)}
                problem={problem}
                mayEdit={mayEdit}
                onView={view}
                onUpdate={rename}
                onDelete={askDelete}
              />
            ))}
          </ul>
        </div>
      )}
      <Pagination page={page} pageSize={TILES} total={total} onChange={turn} label="keywords" />
      <KeywordDialogs
        opened={isCleaning ? { kind: 'cleanup' } : opened}
        count={opened && 'keyword' in opened ? counts.data?.get(opened.keyword.id) : undefined}
        writes={writes}
        onClose={close}
      />
    </div>
  );
}
