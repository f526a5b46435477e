/** The memories of a conversation, oldest first, by local day. */
import { localDay } from '@hindsight/shared-contracts/rules';
import { RelativeTime, ScoreTag, Tag } from '@hindsight/shared-ui/core';
import { agentNameOf, type AgentName } from '../../model/agent';
import { previewOf, titleOf } from '../../model/cardText';
import { timesText } from '../../model/countTexts';
import { PROBLEM_NAMES } from '../../model/judgements';
import type { Memory } from '../../model/memory';
import { BlockLink } from '../cards/BlockLink';
import { FilterLink } from '../cards/FilterLink';
import styles from './ConversationPage.module.css';

interface TimelineProps {
  rows: readonly Memory[];
  agents: readonly AgentName[];
  /** The rows are of another page; the next ones are on their way. */
  isOutdated: boolean;
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Changed later than it was written; both are noted with the same write at first. */
const isChanged = ({ createdAt, updatedAt }: Memory) => Date.parse(updatedAt) - Date.parse(createdAt) > 1000;

function Entry({ row, agents }: { row: Memory; agents: readonly AgentName[] }) {
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={row.createdAt}>
        {clock.format(Date.parse(row.createdAt))}
      </time>
      <div className={styles.body}>
        <h3 className={styles.title} dir="auto">
          <BlockLink id={row.id}>{titleOf(row)}</BlockLink>
        </h3>
        <p className={styles.preview} dir="auto">
          {previewOf(row)}
        </p>
        <p className={styles.facts}>
          <FilterLink by="agent" value={row.agentId}>
            {agentNameOf(row, agents)}
          </FilterLink>
          <ScoreTag score={row.score} />
          {row.problem !== null && <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag>}
          {row.archived && <Tag>Archived</Tag>}
          {row.retrievals > 0 && <span>Retrieved {timesText(row.retrievals)}</span>}
          {isChanged(row) && (
            <span>
              Changed <RelativeTime iso={row.updatedAt} wording="time" />
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

export function Timeline({ rows, agents, isOutdated }: TimelineProps) {
  const days = [...new Set(rows.map(({ createdAt }) => localDay(createdAt)))];
  return (
    <div className={styles.days} aria-busy={isOutdated} data-outdated={isOutdated || undefined}>
      {days.map((day) => {
        const written = rows.filter(({ createdAt }) => localDay(createdAt) === day);
        const name = dates.format(Date.parse(written[0]?.createdAt ?? day));
        return (
          <section key={day} aria-label={name}>
            <h2 className={styles.day}>{name}</h2>
            <ol className={styles.entries}>
              {written.map((row) => (
                <Entry key={row.id} row={row} agents={agents} />
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
