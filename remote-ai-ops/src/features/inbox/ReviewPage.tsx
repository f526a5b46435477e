/** The page `/review`: pending and resolved items of the workspace. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import { isForbidden, useExpiredSession } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, StaleNotice, CardSkeleton } from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  optionalParameter,
  Segmented,
  Select,
  useListView,
} from '@hindsight/shared-ui/data';
import { useReviewItems } from '../../api/review';
import { RunStrip } from '../jobs/RunStrip';
import { MEMORIES_LINK } from '../review/MemoriesLink';
import { Decisions } from './Decisions';
import { Inbox } from './Inbox';
import styles from './ReviewPage.module.css';
import { inboxTexts as texts, KINDS } from './texts';

const KIND_NAMES = Object.keys(KINDS) as ReviewKind[];
const PARAMETERS = {
  show: choiceParameter(['waiting', 'decided'], 'waiting'),
  kind: optionalParameter(KIND_NAMES),
};

export function ReviewPage() {
  const { view, show } = useListView(PARAMETERS);
  const items = useReviewItems(view.kind);
  useExpiredSession(items.error, 'load the pending items');
  const { data, error, isFetching, isPlaceholderData } = items;
  const counts = data?.counts ?? {};
  const total = data && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const retry = { onRetry: () => void items.refetch(), retrying: isFetching };
  return (
    <div className={styles.page}>
      <RunStrip />
      <div className={styles.bar}>
        <Segmented
          label="Decisions"
          value={view.show}
          options={[
            { value: 'waiting', label: texts.waiting(total) },
            { value: 'decided', label: texts.decided },
          ]}
          onChange={(value) => show({ show: value, page: 1 })}
        />
        {view.show === 'waiting' && (
          <Select
            label="Kind"
            value={view.kind ?? 'all'}
            options={[
              { value: 'all', label: texts.all(total) },
              ...KIND_NAMES.map((kind) => ({
                value: kind,
                label: texts.kind(KINDS[kind].many, data && (counts[kind] ?? 0)),
              })),
            ]}
            onChange={(value) => show({ kind: value === 'all' ? null : (value as ReviewKind) })}
          />
        )}
      </div>
      {view.show === 'decided' && <Decisions page={view.page} onPage={(page) => show({ page })} />}
      {view.show === 'waiting' && (
        <>
          {!data && !error && (
            <div className={styles.work}>
              <CardSkeleton rows="tall" count={8} />
              <div className={styles.item} aria-hidden>
                <div className={styles.content}>
                  <CardSkeleton rows="tall" count={5} />
                </div>
              </div>
            </div>
          )}
          {!data && error && isForbidden(error) && <EmptyState kind="no-access" title={texts.noAccess} />}
          {!data && error && !isForbidden(error) && <ErrorState title={texts.loadFailed} query={items} />}
          {data && error && <StaleNotice {...retry} />}
          {data && (
            <Inbox
              key={view.kind ?? 'all'}
              waiting={isPlaceholderData ? undefined : data.items}
              more={isPlaceholderData ? 0 : data.total_items - data.items.length}
              empty={
                view.kind ? (
                  <EmptyState
                    kind="no-match"
                    title={texts.noneOfKind.title}
                    action={<Button onClick={() => show({ kind: null })}>{texts.noneOfKind.action}</Button>}
                  />
                ) : (
                  <EmptyState kind="nothing-yet" icon="check" {...texts.none} action={MEMORIES_LINK} />
                )
              }
            />
          )}
        </>
      )}
    </div>
  );
}
