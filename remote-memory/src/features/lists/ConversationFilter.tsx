/** Filter by conversation ID; explains why an incomplete ID is not applied. */
import { useId } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { Input } from '@hindsight/shared-ui/core';
import { useDraft } from '@hindsight/shared-ui/data';
import { conversationPath } from '../../model/blockAddress';
import { CONVERSATION_ID_MESSAGE, isConversationFilter } from '../../model/memoryFilters';
import type { FilteredList } from './filterParameters';
import styles from './FilterBar.module.css';
import { OPEN_CONVERSATION } from './texts';

export function ConversationFilter({ list }: { list: FilteredList }) {
  const { view, type } = list;
  const draft = useDraft(list, 'conversation');
  const messageId = useId();
  const isInvalid = !isConversationFilter(draft);
  return (
    <div className={styles.conversation}>
      <Input
        aria-label="Conversation ID"
        aria-describedby={isInvalid ? messageId : undefined}
        placeholder="Conversation ID"
        status={isInvalid ? 'error' : undefined}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => type({ conversation: event.target.value })}
      />
      {!isInvalid && isUuid(view.conversation) && (
        <Link className={styles.open} to={conversationPath(view.conversation)}>
          {OPEN_CONVERSATION}
        </Link>
      )}
      {isInvalid && (
        <p id={messageId} role="alert" className={styles.message}>
          {CONVERSATION_ID_MESSAGE}
        </p>
      )}
    </div>
  );
}
