/** The agents that recorded memories since a moment, most first, each a link to those memories. */
import { Link } from '@hindsight/shared-contracts/router';
import { LoadFailed } from '@hindsight/shared-ui/core';
import { useNewMemoriesByAgent } from '../../api/news';
import { memoriesText } from '../../model/countTexts';
import { memoriesPath } from '../../model/blockAddress';
import { sinceMoment } from '@hindsight/shared-contracts/rules';
import activity from './Activity.module.css';
import styles from './News.module.css';
import { WaitingLines } from './WaitingLines';
import { LEARNED_FAILED, moreAgents, NONE_LEARNED } from './texts';

/** As many as the list has room for, so that nothing below moves when they come. */
const SHOWN = 3;

/** @param since undefined until it is known. */
export function LearnedByAgent({ since }: { since: string | undefined }) {
  const learned = useNewMemoriesByAgent(since);
  const { data, isError } = learned;
  const agents = data?.agents ?? [];
  const created = since === undefined ? '' : sinceMoment(since);
  const more = agents.length - SHOWN;
  return (
    <div className={activity.part}>
      <div className={activity.head}>
        <h3 className={styles.title}>New memories by agent</h3>
        {more > 0 && <Link to={memoriesPath({ created })}>{moreAgents(more)}</Link>}
      </div>
      {isError && !data && <LoadFailed query={learned}>{LEARNED_FAILED}</LoadFailed>}
      {data && agents.length === 0 && <p>{NONE_LEARNED}</p>}
      {!data && !isError && <WaitingLines />}
      <ul className={styles.list}>
        {agents.slice(0, SHOWN).map(({ agent_id: id, agent_name: name, memory_block_count: count }) => (
          <li key={id} className={styles.item}>
            <Link to={memoriesPath({ agent: id, created })}>{name}</Link>
            <span className={styles.count}>{memoriesText(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
