/** Feed of recent lessons, newest first, by day and agent, with judging in each row. */
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Link, useLocation, useSearchParams } from '@hindsight/shared-contracts/router';
import { sinceMoment, isShortcut } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  Button,
  EmptyState,
  formatDay,
  Icon,
  lazyView,
  LoadFailed,
  RelativeTime,
  StaleNotice,
  useNow,
  Tag,
  VisuallyHidden,
  CardSkeleton,
} from '@hindsight/shared-ui/core';
import { useListKeys } from '@hindsight/shared-ui/data';
import { useLastVisit, useMarkAsSeen, useNewMemoriesByAgent, useRetryFailed } from '../../api/news';
import { useMemoriesSince } from '../../api/recentMemories';
import type { useRecentMemories } from '../../api/recentMemories';
import { memoriesPath, conversationPath } from '../../model/blockAddress';
import { groupByDay } from '../../model/feed';
import { parseDays, isTimeSpan } from '../../model/timeFilter';
import { FilterLink } from '../cards/FilterLink';
import { MemoryLoadError } from '../cards/MemoryLoadError';
import { NOTHING_YET } from '../memoryBlocks/texts';
import { NextStep } from '../parts/NextStep';
import styles from './Feed.module.css';
import { MARK_FAILED, NEWS_FAILED, newSinceVisitText, NONE_IN_SPAN, viewAllLabel } from './texts';
import { previewText, memoryTitle } from '../../model/cardText';
import { JUDGMENTS, PROBLEM_NAMES } from '../../model/judgments';
import type { Memory } from '../../model/memory';
import { useActionProblems } from '../blockActions/useActionProblems';
import { BlockLink } from '../cards/BlockLink';
import { useJudgment } from '../memoryBlock/useJudgment';

interface FeedRowProps {
  row: Memory;
  /** Added since the person's last visit. */
  isNew: boolean;
}

/** A memory on one line: the lesson as a link, conversation and age, and the three answers to "Is it right?". */
function FeedRow({ row, isNew }: FeedRowProps) {
  const { write } = useActionProblems();
  const { judge, judged } = useJudgment(row.id);
  const said = judged ?? row.problem;
  // Handle keys on the row itself, so a shortcut affects only the focused memory.
  const onKeyDown = (event: KeyboardEvent) => {
    const found = JUDGMENTS.find(({ key }) => key === event.key.toLowerCase());
    if (!found || write !== null || event.repeat || !isShortcut(event.nativeEvent)) return;
    event.preventDefault();
    void judge(found.kind);
  };
  return (
    <li data-row={row.id} className={styles.row} data-new={isNew || undefined} onKeyDown={onKeyDown}>
      <article className={styles.line}>
        <span className={styles.lesson} dir="auto">
          {isNew && <VisuallyHidden>New: </VisuallyHidden>}
          <BlockLink id={row.id}>{previewText(row)}</BlockLink>
        </span>
        {row.problem !== null && <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag>}
        <span className={styles.facts}>
          <Link
            className={styles.conversation}
            to={conversationPath(row.conversationId)}
            aria-label={`Conversation of: ${memoryTitle(row)}`}
            title="Open the conversation"
          >
            <Icon name="conversation" size={16} />
          </Link>
          <RelativeTime iso={row.createdAt} />
        </span>
        <span role="group" aria-label={`Is it right? ${memoryTitle(row)}`} className={styles.answers}>
          {JUDGMENTS.map(({ kind, key, label }) => (
            <button
              key={kind}
              type="button"
              className={styles.answer}
              aria-pressed={said === kind}
              aria-keyshortcuts={key}
              disabled={write !== null}
              title={write ?? `${label} (${key.toUpperCase()})`}
              onClick={() => void judge(kind)}
            >
              {label}
            </button>
          ))}
        </span>
      </article>
    </li>
  );
}

/** Lazy: needed only for a custom period. */
const FeedDays = lazyView<{ span: string; onChange(span: string): void }>(
  () => import('./FeedDays').then((part) => part.FeedDays),
  null,
);

const PERIOD = 'since';
const VISIT = 'visit';
const CUSTOM = '..';

/** Links, so a period applies immediately and is part of the address. */
function Periods({ period, hasVisit }: { period: string; hasVisit: boolean }) {
  const { pathname } = useLocation();
  const isCustom = period === CUSTOM || parseDays(period) !== null;
  const choices = [
    // At the start of an end-aligned line, so nothing shifts when it appears.
    ...(hasVisit ? [{ value: VISIT, label: 'Since last visit' }] : []),
    { value: '', label: 'Latest' },
    { value: 'today', label: 'Today' },
    { value: '7d', label: '7 days' },
    { value: CUSTOM, label: 'Custom' },
  ];
  return (
    <nav aria-label="Period" className={styles.periods}>
      {choices.map(({ value, label }) => (
        <Link
          key={value}
          className={styles.period}
          to={{ pathname, search: value && `?${PERIOD}=${value}` }}
          preventScrollReset
          replace
          aria-current={value === (isCustom ? CUSTOM : period) ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Count of new memories, on the first day's line; nothing on a first visit and for guests. */
function NewLine() {
  const { toasts } = useShell();
  const visit = useLastVisit();
  const markAsSeen = useMarkAsSeen();
  const [busy, setBusy] = useState(false);
  const since = visit.data && !visit.data.is_first ? visit.data.since : undefined;
  const news = useNewMemoriesByAgent(since);
  const learned = news.data;

  async function mark() {
    setBusy(true);
    try {
      await markAsSeen();
    } catch {
      toasts.show('error', MARK_FAILED);
    }
    setBusy(false);
  }
  return (
    <div className={styles.new}>
      {[visit, news].map(
        (query, at) =>
          query.error &&
          !query.data && (
            <LoadFailed key={at} query={query}>
              {NEWS_FAILED}
            </LoadFailed>
          ),
      )}
      {since !== undefined && learned && (
        <>
          <span>
            {newSinceVisitText(learned.total)} <RelativeTime iso={since} wording="sentence" />
          </span>
          {learned.total > 0 && (
            <Button type="link" size="small" loading={busy} onClick={() => void mark()}>
              Mark all as seen
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const DAY_MS = 86_400_000;

/** `Today`, `Yesterday`, `Nov 3, 2026`. */
function dayName(iso: string, now: number): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(Date.parse(iso))) / DAY_MS);
  return days <= 0 ? 'Today' : days === 1 ? 'Yesterday' : formatDay(iso);
}

export function Feed({ recent }: { recent: ReturnType<typeof useRecentMemories> }) {
  const [params, setParams] = useSearchParams();
  const { data: visit } = useLastVisit();
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const since = visit && !visit.is_first ? visit.since : undefined;
  const given = params.get(PERIOD) ?? '';
  const period = given === VISIT || given === CUSTOM || isTimeSpan(given) ? given : '';
  const span = period === VISIT ? since && sinceMoment(since) : period;
  const isSpan = span !== '' && span !== CUSTOM;
  const chosen = useMemoriesSince(isSpan && span !== undefined ? span : null);
  const query = isSpan ? chosen : recent;
  const { data, error, isFetching } = query;
  const retryFailed = useRetryFailed();
  const hidden = data ? data.total - data.items.length : 0;
  return (
    <section className={styles.feed} aria-labelledby="learned">
      <div className={styles.head}>
        <h2 id="learned">New memories</h2>
        <Periods period={period} hasVisit={since !== undefined} />
      </div>
      {(period === CUSTOM || parseDays(period) !== null) && (
        <FeedDays
          span={period}
          onChange={(next) => setParams({ [PERIOD]: next || CUSTOM }, { replace: true })}
        />
      )}
      <div ref={list} className={styles.list}>
        {data && data.items.length > 0 && <NewLine />}
        {!data && !error && <CardSkeleton rows="short" count={10} label="Loading memory blocks" />}
        {!data && error && <MemoryLoadError error={error} onRetry={retryFailed} retrying={isFetching} />}
        {data && error && <StaleNotice onRetry={retryFailed} retrying={isFetching} />}
        {data?.items.length === 0 && (
          <EmptyState
            kind={isSpan ? 'no-match' : 'nothing-yet'}
            {...(isSpan ? NONE_IN_SPAN : NOTHING_YET)}
            action={isSpan ? undefined : <NextStep />}
          />
        )}
        {data &&
          groupByDay(data.items).map((day) => (
            <section key={day.at} aria-label={dayName(day.at, now)}>
              <h3 className={styles.day}>{dayName(day.at, now)}</h3>
              {day.agents.map(({ id, name, rows }) => (
                <div key={id} className={styles.group}>
                  <h4 className={styles.agent} dir="auto">
                    <Icon name="agents" size={16} />
                    <FilterLink by="agent" value={id}>
                      {name}
                    </FilterLink>
                  </h4>
                  <ul className={styles.rows} aria-label={`Memories of ${name}`}>
                    {rows.map((row) => (
                      <FeedRow key={row.id} row={row} isNew={since !== undefined && row.createdAt >= since} />
                    ))}
                  </ul>
                </div>
              ))}
            </section>
          ))}
      </div>
      {hidden > 0 && (
        <Link className={styles.all} to={isSpan ? memoriesPath({ created: span ?? '' }) : '/memory-blocks'}>
          {viewAllLabel(data?.total ?? 0)}
        </Link>
      )}
    </section>
  );
}
