/** The filter by a conversation's ID, with the reason why an incomplete one is not applied. */
import { useId } from 'react';
import { PlainInput } from '@hindsight/shared-ui/data';
import { CONVERSATION_ID_MESSAGE, isConversationFilter } from '../../model/memoryFilters';
import type { FilteredList } from './filterParameters';
import styles from './FilterBar.module.css';

export function ConversationFilter({ list: { draft, type } }: { list: FilteredList }) {
  const messageId = useId();
  const isInvalid = !isConversationFilter(draft.conversation);
  return (
    <div className={styles.conversation}>
      <PlainInput
        aria-label="Conversation ID"
        aria-describedby={isInvalid ? messageId : undefined}
        placeholder="Conversation ID"
        status={isInvalid ? 'error' : undefined}
        value={draft.conversation}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => type({ conversation: event.target.value })}
      />
      {isInvalid && (
        <p id={messageId} role="alert" className={styles.message}>
          {CONVERSATION_ID_MESSAGE}
        </p>
      )}
    </div>
  );
}
