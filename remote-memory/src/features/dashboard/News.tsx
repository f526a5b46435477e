/** What is new to the person: since their last visit, and what waits for them. Each figure leads to what it counts. */
import { useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, LoadFailed, RelativeTime, StatTiles } from '@hindsight/shared-ui/core';
import { useMemoryCount } from '../../api/memoryCount';
import {
  useLastVisit,
  useMarkAsSeen,
  useNewMemoriesByAgent,
  useRefusedCount,
  useReviewCount,
} from '../../api/news';
import { memoriesPath } from '../../model/blockAddress';
import { NO_FILTERS } from '../../model/memoryFilters';
import { sinceMoment } from '@hindsight/shared-contracts/rules';
import activity from './Activity.module.css';
import { LearnedByAgent } from './LearnedByAgent';
import styles from './News.module.css';
import { QuestionsMissed } from './QuestionsMissed';
import { MARK_FAILED, NEWS_FAILED, newsTitle } from './texts';
import { TotalTile } from './TotalTile';

const MARKED = { ...NO_FILTERS, feedback: 'marked' } as const;

/** Nothing for guests, who have no visits. */
export function News() {
  const { session, toasts } = useShell();
  const visit = useLastVisit();
  const markAsSeen = useMarkAsSeen();
  const [busy, setBusy] = useState(false);
  if (session.user === null) return null;

  async function mark() {
    setBusy(true);
    try {
      await markAsSeen();
    } catch {
      toasts.show('error', MARK_FAILED);
    }
    setBusy(false);
  }
  if (visit.error && !visit.data) {
    return (
      <section className={activity.activity} aria-label="News">
        <LoadFailed query={visit}>{NEWS_FAILED}</LoadFailed>
      </section>
    );
  }
  const since = visit.data?.since;
  return (
    <section className={activity.activity} aria-labelledby="news" aria-busy={!visit.data}>
      <div className={activity.head}>
        <div className={styles.heading}>
          <h2 id="news">{newsTitle(visit.data?.is_first ?? false)}</h2>
          {/* A line that is kept: what stands below must not move when the moment is known. */}
          <p className={styles.since}>
            {visit.data && !visit.data.is_first ? (
              <RelativeTime iso={visit.data.since} wording="time" />
            ) : (
              '\u00a0'
            )}
          </p>
        </div>
        <Button
          type="link"
          size="small"
          className={styles.mark}
          disabled={since === undefined}
          loading={busy}
          onClick={() => void mark()}
        >
          Mark all as seen
        </Button>
      </div>
      <Figures since={since} />
      <div className={styles.lists}>
        <LearnedByAgent since={since} />
        <QuestionsMissed since={since} />
      </div>
    </section>
  );
}

/** @param since undefined until it is known. */
function Figures({ since }: { since: string | undefined }) {
  const span = since === undefined ? '' : sinceMoment(since);
  const retrievedSince = { ...NO_FILTERS, retrieved: span };
  const isKnown = since !== undefined;
  const learned = useNewMemoriesByAgent(since);
  const retrieved = useMemoryCount(retrievedSince, isKnown);
  const helped = useMemoryCount({ ...retrievedSince, feedback: 'high' }, isKnown);
  const review = useReviewCount();
  const marked = useMemoryCount(MARKED);
  const refused = useRefusedCount(since);
  const calls = new URLSearchParams({ view: 'activity', kind: 'refused', time: since ?? '' });
  return (
    <StatTiles>
      <TotalTile
        label="New memories"
        icon="memory"
        to={memoriesPath({ created: span })}
        query={learned}
        total={learned.data?.total}
      />
      <TotalTile
        label="Retrieved by agents"
        icon="eye"
        to={memoriesPath({ retrieved: span, sort: 'most' })}
        query={retrieved}
        total={retrieved.data}
      />
      <TotalTile
        label="Retrieved, with high feedback"
        icon="thumb-up"
        to={memoriesPath({ retrieved: span, feedback: 'high' })}
        query={helped}
        total={helped.data}
      />
      <TotalTile label="Pending review" icon="check" to="/review" query={review} total={review.data} />
      <TotalTile
        label="Marked wrong or outdated"
        icon="warning"
        to={memoriesPath({ feedback: 'marked' })}
        query={marked}
        total={marked.data}
      />
      <TotalTile
        label="Denied agent requests"
        icon="lock"
        to={`/analytics?${calls.toString()}`}
        query={refused}
        total={refused.data}
      />
    </StatTiles>
  );
}
