/** The controls above the memory list. */
import { useId, useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Input } from '@hindsight/shared-ui/core';
import { SearchBox, Select } from '@hindsight/shared-ui/data';
import { byName, unnamedAgent, type AgentRow } from '../../model/agentRow';
import { CONVERSATION_ID_MESSAGE, isConversationFilter } from '../../model/conversationId';
import { SORTS, type Sort } from '../../model/memoryFilters';
import { isRanked, offeredModes, readMode } from '../../model/searchModes';
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

const ORDERS = SORTS.map(({ value, label }) => ({ value, label }));
/** A ranked search has an order of its own. */
const BEST_FIRST = { value: 'best', label: 'Best match first' };

/** Search with its mode, agent, conversation and order. */
export function FilterBar({ state, agents, agentsFailed }: FilterBarProps) {
  const messageId = useId();
  const { draft, edit, view } = state;
  const { offers } = useShell();
  const modes = offeredModes(offers);
  const options = useMemo(() => agentOptions(agents ?? [], draft.agent), [agents, draft.agent]);
  const ranked = isRanked(view);
  const isInvalid = !isConversationFilter(draft.conversation);
  return (
    <div className={styles.bar} role="search" aria-label="Memory blocks">
      <div className={styles.search}>
        <SearchBox
          value={draft.search}
          onChange={(search) => edit({ search })}
          label="Search memory blocks"
        />
        {modes.length > 1 && (
          <Select
            className={styles.mode}
            label="Search for"
            value={view.mode}
            options={modes.map(({ value, label }) => ({ value, label }))}
            onChange={(mode) => state.setMode(readMode(mode ?? null))}
          />
        )}
      </div>
      <Select
        className={styles.control}
        label={agentsFailed && !agents ? 'Agents could not be loaded' : 'All agents'}
        value={draft.agent || undefined}
        options={options}
        loading={!agents && !agentsFailed}
        disabled={!agents && draft.agent === ''}
        allowClear
        onChange={(agent) => edit({ agent: agent ?? '' })}
      />
      <Select
        className={styles.control}
        label="Sort by"
        value={ranked ? BEST_FIRST.value : view.sort}
        options={ranked ? [BEST_FIRST] : ORDERS}
        disabled={ranked}
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
