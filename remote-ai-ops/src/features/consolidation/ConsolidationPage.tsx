/** The page `/consolidation-suggestions`: groups of similar memories to merge. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import {
  LazyBoundary,
  lazyPage,
  useExpiredSession,
  usePageHeader,
  useShell,
} from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import {
  Pagination,
  RefreshControl,
  SelectionBar,
  useClampedPage,
  useListKeys,
  useSelection,
} from '@hindsight/shared-ui/data';
import { useCallback, useMemo, useRef } from 'react';
import { useSuggestionPage } from '../../api/suggestions';
import { NO_FILTERS, PAGE_SIZE } from '../../model/suggestionView';
import { PendingLink } from '../review/PendingLink';
import { ModelCost } from '../jobs/ModelCost';
import { RunStrip } from '../jobs/RunStrip';
import { useWriteProblem } from '../review/useWriteProblem';
import { CONSOLIDATION_OFF } from './FeatureOff';
import { SuggestionFilters, useSuggestionView } from './SuggestionFilters';
import { SuggestionResults } from './SuggestionResults';
import { consolidationTexts, SUGGESTION } from './texts';
import { useDeletion } from './useDeletion';
import { TriggerButton } from './TriggerButton';
import type { SuggestionModalProps } from './SuggestionModal';
import layout from '../review/layout.module.css';
import styles from './ConsolidationPage.module.css';

const SuggestionModal = lazyPage<SuggestionModalProps>(() =>
  import(/* webpackChunkName: "dialog-consolidation-suggestion" */ './SuggestionModal').then(
    (module) => module.SuggestionModal,
  ),
);
const ACTIONS = (
  <>
    <PendingLink kind="consolidation" otherwise={null} />
    <TriggerButton />
  </>
);

const PARAMETER = 'suggestion';

/** The open suggestion, kept in the URL. `open` adds a history entry, so that Back closes the dialog. */
function useOpenSuggestion() {
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (id: string | null, replace: boolean) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (id) next.set(PARAMETER, id);
          else next.delete(PARAMETER);
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return {
    openId: params.get(PARAMETER),
    open: (id: string) => write(id, false),
    close: () => write(null, true),
  };
}

/** Sends no requests while the feature is off. */
export function ConsolidationPage() {
  return useShell().flags.consolidationEnabled ? <SuggestionList /> : CONSOLIDATION_OFF;
}

function SuggestionList() {
  const list = useSuggestionView();
  const { view, show } = list;
  const suggestions = useSuggestionPage(view);
  useExpiredSession(suggestions.error, 'load consolidation suggestions');
  usePageHeader({ actions: ACTIONS });

  const { data, isPlaceholderData } = suggestions;
  const total = isPlaceholderData ? undefined : data?.total_items;
  const { page, isPastEnd } = useClampedPage(view.page, { total, size: PAGE_SIZE, show });

  const ids = useMemo(() => (data?.items ?? []).map((row) => row.suggestion_id), [data]);
  const selection = useSelection(ids);
  const { openId, open, close } = useOpenSuggestion();
  const remove = useDeletion(() => undefined);
  const writeProblem = useWriteProblem();
  const rows = useRef<HTMLUListElement>(null);
  useListKeys(rows, { selection });

  return (
    <div className={styles.page}>
      <RunStrip />
      <ModelCost kind="consolidation" count={1} className={layout.note} />
      <div className={styles.bar}>
        <SuggestionFilters list={list} />
        <RefreshControl
          updatedAt={suggestions.dataUpdatedAt || null}
          refreshing={suggestions.isFetching}
          onRefresh={() => void suggestions.refetch()}
        />
      </div>
      <SuggestionResults
        suggestions={suggestions}
        view={view}
        isPastEnd={isPastEnd}
        onShowAll={() => show(NO_FILTERS)}
        selected={selection.ids}
        onToggle={selection.toggle}
        onOpen={open}
        list={rows}
      />
      {data && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={data.total_items}
          onChange={(next) => show({ page: next })}
          label="suggestions"
        />
      )}
      <SelectionBar count={selection.ids.size} total={ids.length} noun={SUGGESTION} onClear={selection.clear}>
        {writeProblem}
        <Button danger disabled={writeProblem} onClick={() => void remove([...selection.ids])}>
          {consolidationTexts.deletion.selected(selection.ids.size)}
        </Button>
      </SelectionBar>
      {openId !== null && (
        <LazyBoundary fallback={null}>
          <SuggestionModal id={openId} onClose={close} />
        </LazyBoundary>
      )}
    </div>
  );
}
