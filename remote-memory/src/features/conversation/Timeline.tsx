/** Memories of a conversation and their events, oldest first, by local day. */
import { formatOnce } from '@hindsight/shared-contracts/rules';
import { RelativeTime, ScoreTag, Tag, Icon } from '@hindsight/shared-ui/core';
import { previewText, memoryTitle } from '../../model/cardText';
import { timesText } from '../../model/countTexts';
import { PROBLEM_NAMES } from '../../model/judgments';
import type { ConversationEvent } from '../../api/conversation';
import { buildTimeline } from '../../model/conversationTimeline';
import type { Shown } from '../../model/conversationTimeline';
import type { Memory } from '../../model/memory';
import { BlockLink } from '../cards/BlockLink';
import { FilterLink } from '../cards/FilterLink';
import styles from './ConversationPage.module.css';
import { reasonText } from '../../model/versions';
import { ANOTHER_MEMORY, retrievalText } from './texts';

interface EventEntryProps {
  event: ConversationEvent;
  rows: readonly Memory[];
}

/** Timeline entry for a change or retrieval of the conversation's memories. */
function EventEntry({ event, rows }: EventEntryProps) {
  const { kind, memory_block_ids: ids, reason, query, actor_name: actor } = event;
  const what = kind === 'retrieved' ? retrievalText(actor, query) : reasonText(reason ?? '');
  return (
    <div className={styles.event}>
      <p dir="auto">
        <Icon name={kind === 'retrieved' ? 'eye' : 'edit'} size={16} /> {what}
        {kind === 'changed' && actor !== null && ` by ${actor}`}
      </p>
      <ul className={styles.memories}>
        {ids.map((id) => {
          const row = rows.find((one) => one.id === id);
          return (
            <li key={id} dir="auto">
              <BlockLink id={id}>{row ? memoryTitle(row) : ANOTHER_MEMORY}</BlockLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface TimelineProps {
  rows: readonly Memory[];
  events: readonly ConversationEvent[];
  shown: Shown;
  /** The rows belong to another page while the next ones load. */
  isOutdated: boolean;
}

const dates = formatOnce({ dateStyle: 'full' });
const clock = formatOnce({ timeStyle: 'short' });

/** Whether the memory changed after it was written; the first write sets both times. */
const isChanged = ({ createdAt, updatedAt }: Memory) => Date.parse(updatedAt) - Date.parse(createdAt) > 1000;

function MemoryEntry({ row }: { row: Memory }) {
  return (
    <div className={styles.body}>
      <h3 className={styles.title} dir="auto">
        <BlockLink id={row.id}>{memoryTitle(row)}</BlockLink>
      </h3>
      <p className={styles.preview} dir="auto">
        {previewText(row)}
      </p>
      <p className={styles.facts}>
        <FilterLink by="agent" value={row.agentId}>
          {row.agentName}
        </FilterLink>
        <ScoreTag score={row.score} />
        {row.problem !== null && <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag>}
        {row.archived && <Tag>Archived</Tag>}
        {row.retrievals > 0 && <span>Retrieved {timesText(row.retrievals)}</span>}
        {isChanged(row) && (
          <span>
            Changed <RelativeTime iso={row.updatedAt} wording="sentence" />
          </span>
        )}
      </p>
    </div>
  );
}

export function Timeline({ rows, events, shown, isOutdated }: TimelineProps) {
  return (
    <div className={styles.days} aria-busy={isOutdated} data-outdated={isOutdated || undefined}>
      {buildTimeline(rows, events, shown).map(({ day, entries }) => {
        const name = dates().format(Date.parse(entries[0]?.at ?? day));
        return (
          <section key={day} aria-label={name}>
            <h2 className={styles.day}>{name}</h2>
            <ol className={styles.entries}>
              {entries.map((entry, index) => (
                <li key={`${entry.kind} ${entry.at} ${index}`} className={styles.entry}>
                  <time className={styles.time} dateTime={entry.at}>
                    {clock().format(Date.parse(entry.at))}
                  </time>
                  {entry.kind === 'written' ? (
                    <MemoryEntry row={entry.row} />
                  ) : (
                    <EventEntry event={entry.event} rows={rows} />
                  )}
                </li>
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
