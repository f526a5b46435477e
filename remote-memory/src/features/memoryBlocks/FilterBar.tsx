/** The controls above the memory list. */
import { useId } from 'react';
import { Input } from '@hindsight/shared-ui/core';
import { SearchBox, Select } from '@hindsight/shared-ui/data';
import { byName, unnamedAgent, type AgentRow } from '../../model/agentRow';
import { CONVERSATION_ID_MESSAGE, isConversationFilter } from '../../model/conversationId';
import { SORTS, type Sort } from '../../model/memoryFilters';
import type { MemoryViewState } from './useMemoryView';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  state: MemoryViewState;
  /** Undefined until they are loaded. */
  agents: readonly AgentRow[] | undefined;
  agentsFailed: boolean;
}

/** An agent in the address that the list does not hold stays choosable, so that the control shows what is filtered. */
function agentOptions(agents: readonly AgentRow[], chosen: string) {
  const options = byName(agents).map(({ id, name }) => ({ value: id, label: name }));
  const isMissing = chosen !== '' && !agents.some(({ id }) => id === chosen);
  return isMissing ? [{ value: chosen, label: unnamedAgent(chosen) }, ...options] : options;
}

/** Search, agent, conversation and order. */
export function FilterBar({ state, agents, agentsFailed }: FilterBarProps) {
  const messageId = useId();
  const { draft, edit } = state;
  const isInvalid = !isConversationFilter(draft.conversation);
  return (
    <div className={styles.bar} role="search" aria-label="Memory blocks">
      <div className={styles.search}>
        <SearchBox
          value={draft.search}
          onChange={(search) => edit({ search })}
          label="Search memory blocks"
        />
      </div>
      <Select
        className={styles.control}
        label={agentsFailed && !agents ? 'Agents could not be loaded' : 'All agents'}
        value={draft.agent || undefined}
        options={agentOptions(agents ?? [], draft.agent)}
        loading={!agents && !agentsFailed}
        disabled={!agents && draft.agent === ''}
        allowClear
        onChange={(agent) => edit({ agent: agent ?? '' })}
      />
      <Select
        className={styles.control}
        label="Sort by"
        value={state.view.sort}
        options={SORTS.map(({ value, label }) => ({ value, label }))}
        onChange={(sort) => state.setSort(sort as Sort)}
      />
      <div className={styles.conversation}>
        <Input
          aria-label="Conversation ID"
          aria-describedby={isInvalid ? messageId : undefined}
          placeholder="Conversation ID"
          status={isInvalid ? 'error' : undefined}
          value={draft.conversation}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => edit({ conversation: event.target.value })}
        />
        {isInvalid && (
          <p id={messageId} role="alert" className={styles.message}>
            {CONVERSATION_ID_MESSAGE}
          </p>
        )}
      </div>
    </div>
  );
}
