/** A change or a retrieval of memories of a conversation, as a line of its timeline. */
import { Icon } from '@hindsight/shared-ui/core';
import type { ConversationEvent } from '../../api/conversation';
import { titleOf } from '../../model/cardText';
import type { Memory } from '../../model/memory';
import { reasonText } from '../../model/versions';
import { BlockLink } from '../cards/BlockLink';
import styles from './ConversationPage.module.css';
import { ANOTHER_MEMORY, retrievedBy } from './texts';

interface EventEntryProps {
  event: ConversationEvent;
  /** The memories of the page. */
  rows: readonly Memory[];
}

export function EventEntry({ event, rows }: EventEntryProps) {
  const { kind, memory_block_ids: ids, reason, query, actor_name: actor } = event;
  const what = kind === 'retrieved' ? retrievedBy(actor, query) : reasonText(reason ?? '');
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
              <BlockLink id={id}>{row ? titleOf(row) : ANOTHER_MEMORY}</BlockLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
