/** What agents asked for since a moment and did not find: what the team should write down. */
import { Link } from '@hindsight/shared-contracts/router';
import { LoadFailed } from '@hindsight/shared-ui/core';
import { useMissedQuestions } from '../../api/agentActivity';
import { MISSED_FAILED } from '../analytics/texts';
import { playgroundPath } from '../../model/blockAddress';
import { WriteDown } from '../parts/WriteDown';
import activity from './Activity.module.css';
import styles from './News.module.css';
import { WaitingLines } from './WaitingLines';
import { moreQuestions, NOTHING_MISSED } from './texts';

/** As many as the list has room for, so that nothing below moves when they come. */
const SHOWN = 3;

/** @param since undefined until it is known. */
export function QuestionsMissed({ since }: { since: string | undefined }) {
  const missed = useMissedQuestions({ since: since ?? null });
  const { data, isError } = missed;
  const more = (data?.length ?? 0) - SHOWN;
  return (
    <div className={activity.part}>
      <div className={activity.head}>
        <h3 className={styles.title}>Unanswered questions</h3>
        {more > 0 && <Link to="/analytics">{moreQuestions(more)}</Link>}
      </div>
      {isError && !data && <LoadFailed query={missed}>{MISSED_FAILED}</LoadFailed>}
      {data?.length === 0 && <p>{NOTHING_MISSED}</p>}
      {!data && !isError && <WaitingLines />}
      <ul className={styles.list}>
        {data?.slice(0, SHOWN).map(({ query, agent_id, agent_name, count }) => (
          <li key={`${query} ${agent_id}`} className={styles.item}>
            <Link to={playgroundPath(query)} dir="auto">
              {query}
            </Link>
            <span className={styles.count}>
              {agent_name ?? ''} {count > 1 && `${count}×`}
            </span>
            <WriteDown question={query} agentId={agent_id} />
          </li>
        ))}
      </ul>
    </div>
  );
}
