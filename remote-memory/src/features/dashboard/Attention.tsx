/** Sidebar of the feed: problems of the last week and pending reviews. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Link } from '@hindsight/shared-contracts/router';
import { Icon, LoadFailed } from '@hindsight/shared-ui/core';
import { useMissedQuestions } from '../../api/agentActivity';
import { useMemoryCount } from '../../api/memoryCount';
import { PENDING_SHOWN, useDayAWeekAgo, usePendingReviews, useRequestsOfWeek } from '../../api/news';
import { memoriesPath, playgroundPath } from '../../model/blockAddress';
import { NO_FILTERS } from '../../model/memoryFilters';
import { MISSED_FAILED } from '../analytics/texts';
import { WriteMemoryLink } from '../parts/WriteMemoryLink';
import styles from './Attention.module.css';
import type { ComponentProps } from 'react';
import {
  deniedText,
  markedText,
  moreText,
  NOTHING_PENDING,
  NOTHING_WRONG,
  PENDING,
  PENDING_FAILED,
  WENT_WRONG,
} from './texts';

/** Maximum number of questions shown. */
const SHOWN = 3;
const MARKED = { ...NO_FILTERS, feedback: 'marked' } as const;

interface FailedProps {
  query: ComponentProps<typeof LoadFailed>['query'];
  /** Memories failed to load as well: their retry button covers every query. */
  isDown: boolean;
  children: string;
}

const Failed = ({ query, isDown, children }: FailedProps) =>
  isDown ? <p className={styles.none}>{children}</p> : <LoadFailed query={query}>{children}</LoadFailed>;

interface ProblemListProps {
  isDown: boolean;
  questions: ReturnType<typeof useMissedQuestions>;
  refused: number;
  marked: number;
}

function ProblemList({ isDown, questions, refused, marked }: ProblemListProps) {
  const missed = questions.data ?? [];
  const more = missed.length - SHOWN;
  const isNothing = !questions.isError && missed.length + refused + marked === 0;
  return (
    <section className={styles.list} aria-labelledby="went-wrong">
      <h2 id="went-wrong">{WENT_WRONG}</h2>
      {questions.isError && !questions.data && (
        <Failed query={questions} isDown={isDown}>
          {MISSED_FAILED}
        </Failed>
      )}
      {isNothing && <p className={styles.none}>{NOTHING_WRONG}</p>}
      <ul>
        {missed.slice(0, SHOWN).map(({ query, agent_id: agentId, agent_name: agent, count }) => (
          <li key={`${query} ${agentId}`} className={styles.item}>
            <Link className={styles.first} to={playgroundPath(query)} dir="auto" title={query}>
              Unanswered: {query}
            </Link>
            <span className={styles.note}>
              {agent ?? ''} {count > 1 && `${formatNumber(count)}×`}{' '}
              <WriteMemoryLink question={query} agentId={agentId} />
            </span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="/analytics">{moreText(more)}</Link>
          </li>
        )}
        {refused > 0 && (
          <li>
            <Link to="/analytics?view=activity&kind=refused&time=week">{deniedText(refused)}</Link>
          </li>
        )}
        {marked > 0 && (
          <li>
            <Link to={memoriesPath({ feedback: 'marked' })}>{markedText(marked)}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

interface PendingProps {
  isDown: boolean;
  pending: ReturnType<typeof usePendingReviews>;
}

function Pending({ isDown, pending }: PendingProps) {
  const { data } = pending;
  const more = (data?.total ?? 0) - PENDING_SHOWN;
  return (
    <section className={styles.list} aria-labelledby="pending">
      <h2 id="pending">
        <Link to="/review">{PENDING}</Link>
        {data && data.total > 0 && <span className={styles.count}>{formatNumber(data.total)}</span>}
      </h2>
      {pending.isError && !data && (
        <Failed query={pending} isDown={isDown}>
          {PENDING_FAILED}
        </Failed>
      )}
      {data?.total === 0 && (
        <p className={styles.none}>
          <Icon name="check" size={16} /> {NOTHING_PENDING}
        </p>
      )}
      <ul>
        {data?.items.map(({ id, kind, title, reason }) => (
          <li key={`${kind} ${id}`} className={styles.item}>
            <Link className={styles.first} to={`/review?item=${kind}/${id}`} dir="auto" title={title}>
              {title}
            </Link>
            <span className={styles.note} dir="auto">
              {reason}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="/review">{moreText(more)}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Signed-in people only: guests neither review nor see agent requests. Both lists appear together to prevent layout shifts. */
export function Attention({ isDown }: { isDown: boolean }) {
  const pending = usePendingReviews();
  const questions = useMissedQuestions({ since: useDayAWeekAgo() });
  const week = useRequestsOfWeek();
  const marked = useMemoryCount(MARKED);
  const isWaiting = [pending, questions, week, marked].some(({ isPending }) => isPending);
  // Reserve the space while loading, so the feed keeps its width.
  return (
    <aside className={styles.attention} aria-label="Needs attention" aria-busy={isWaiting}>
      {!isWaiting && (
        <>
          <Pending isDown={isDown} pending={pending} />
          <ProblemList
            isDown={isDown}
            questions={questions}
            refused={week.data?.refused ?? 0}
            marked={marked.data ?? 0}
          />
        </>
      )}
    </aside>
  );
}
