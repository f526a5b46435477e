/** The page `/conversations/{id}`: memories recorded in a conversation, with their later retrievals and changes, in order of time. */
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Link, useParams } from '@hindsight/shared-contracts/router';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { CopyButton, EmptyState, Icon, LoadFailed, StaleNotice } from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  Pagination,
  RefreshControl,
  Segmented,
  useClampedPage,
  useListView,
} from '@hindsight/shared-ui/data';
import { useConversationEvents, useNextWritten } from '../../api/conversation';
import { useMemoryPage } from '../../api/memoryPage';
import { memoriesPath } from '../../model/blockAddress';
import { memoriesText } from '../../model/countTexts';
import { SHOWN } from '../../model/conversationTimeline';
import { NO_FILTERS, PAGE_SIZES } from '../../model/memoryFilters';
import { MemoryGridSkeleton } from '../cards/MemoryGrid';
import { MEMORY_BLOCKS_FAILED, MemoryLoadError } from '../cards/MemoryLoadError';
import { useRefresh } from '../lists/useRefresh';
import bar from '../memoryBlock/MemoryBlockPage.module.css';
import styles from './ConversationPage.module.css';
import { AS_LIST, EVENTS_FAILED, shownEventsText, INVALID_ID, NO_MEMORIES, NONE_SHOWN, SHOW } from './texts';
import { Timeline } from './Timeline';

const PARAMETERS = { show: choiceParameter([...SHOWN], 'all') };
const SIZE = PAGE_SIZES[2];
const LIST = '/memory-blocks';

function Conversation({ id }: { id: string }) {
  const list = useListView(PARAMETERS);
  const view = {
    ...NO_FILTERS,
    conversation: id,
    archived: 'with',
    sort: 'oldest',
    mode: 'text',
    size: SIZE,
    page: list.view.page,
  } as const;
  const memories = useMemoryPage(view, true);
  const { data, error, isFetching, isPlaceholderData } = memories;
  useExpiredSession(error, 'load the conversation');
  const refresh = useRefresh(() => MEMORY_BLOCKS_FAILED, memories);
  const { page, isPastEnd } = useClampedPage(view.page, {
    total: isPlaceholderData ? undefined : data?.total,
    size: SIZE,
    show: list.show,
  });
  const retry = () => void memories.refetch();
  const isCurrent = data !== undefined && !isPlaceholderData && data.items.length > 0;
  const hasNext = isCurrent && page * SIZE < data.total;
  const next = useNextWritten(view, hasNext);
  // Limits events to the time between the first memory of this page and the first of the next one.
  const since = page > 1 ? data?.items[0]?.createdAt : undefined;
  const until = hasNext ? (next.data ?? undefined) : undefined;
  const isKnown = isCurrent && (!hasNext || next.data !== undefined || next.isError);
  const events = useConversationEvents(id, { since, until }, isKnown);
  const { show: shown } = list.view;
  const happened = events.data?.items ?? NO_EVENTS;

  if (!data && error) return <MemoryLoadError error={error} onRetry={retry} retrying={isFetching} />;
  // Wait for the events, so that they do not shift memories already on screen.
  const isWaiting = isCurrent && !events.data && !events.isError;
  if (!data || isPastEnd || isWaiting) return <MemoryGridSkeleton count={3} />;
  if (data.items.length === 0) {
    return (
      <EmptyState
        kind="nothing-yet"
        icon="conversation"
        {...NO_MEMORIES}
        action={<Link to={LIST}>All memory blocks</Link>}
      />
    );
  }
  return (
    <>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      <div className={bar.bar}>
        <p role="status">{memoriesText(data.total)}</p>
        <div className={styles.tools}>
          <CopyButton text={id} label="Copy conversation ID" size="small" />
          <Link to={memoriesPath({ conversation: id })}>{AS_LIST}</Link>
          <RefreshControl
            updatedAt={memories.dataUpdatedAt || null}
            refreshing={isFetching}
            onRefresh={refresh}
          />
        </div>
      </div>
      <div>
        <Segmented
          label="Show"
          value={shown}
          options={[...SHOW]}
          onChange={(show) => list.show({ show, page })}
        />
      </div>
      {events.isError && !events.data && <LoadFailed query={events}>{EVENTS_FAILED}</LoadFailed>}
      {shown !== 'memories' && events.data && happened.length < events.data.total_items && (
        <p>{shownEventsText(happened.length, events.data.total_items)}</p>
      )}
      {(shown === 'retrieved' || shown === 'changed') &&
        events.data &&
        !happened.some(({ kind }) => kind === shown) && <p>{NONE_SHOWN[shown]}</p>}
      <Timeline rows={data.items} events={happened} shown={shown} isOutdated={isPlaceholderData} />
      <Pagination
        page={page}
        pageSize={SIZE}
        total={data.total}
        onChange={(next) => list.show({ page: next })}
        label="memories of the conversation"
      />
    </>
  );
}

/** Remounts for another conversation or workspace. */
export function ConversationPage() {
  const { scope } = useShell();
  const id = (useParams().id ?? '').trim().toLowerCase();
  const title = isUuid(id) ? `Conversation ${id.slice(-8)}` : 'Conversation';
  usePageHeader({ title });
  return (
    <div className={styles.page}>
      <div>
        <Link className={bar.back} to={LIST}>
          <Icon name="chevron-left" size={16} />
          All memory blocks
        </Link>
      </div>
      {isUuid(id) ? (
        <Conversation key={`${scopeKey(scope)} ${id}`} id={id} />
      ) : (
        <EmptyState kind="no-match" {...INVALID_ID} />
      )}
    </div>
  );
}

const NO_EVENTS: never[] = [];
