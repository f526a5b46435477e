/** The controls above the archive, and what is filtered by. */
import { useId, useMemo } from 'react';
import { Input } from '@hindsight/shared-ui/core';
import { FilterChips, SearchBox, Select } from '@hindsight/shared-ui/data';
import { agentNameOf, byName, unnamedAgent, type AgentRow } from '../../model/agentRow';
import { ARCHIVED_SORTS, type ArchivedSort } from '../../model/archivedView';
import { CONVERSATION_ID_MESSAGE, isConversationFilter } from '../../model/conversationId';
import { isUsable } from '../../model/memoryFilters';
import bar from '../memoryBlocks/FilterBar.module.css';
import styles from './ArchivedPage.module.css';
import type { ArchivedViewState } from './useArchivedView';

interface ArchivedFiltersProps {
  state: ArchivedViewState;
  agents: readonly AgentRow[];
}

const ALL_AGENTS = '';
const SORTS = ARCHIVED_SORTS.map(({ value, label }) => ({ value, label }));

/** An agent in the address that the list does not hold stays choosable, so that the control shows what is filtered. */
function agentOptions(agents: readonly AgentRow[], chosen: string) {
  const isUnknown = chosen !== '' && !agents.some(({ id }) => id === chosen);
  return [
    { value: ALL_AGENTS, label: 'All agents' },
    ...(isUnknown ? [{ value: chosen, label: unnamedAgent(chosen) }] : []),
    ...byName(agents).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

export function ArchivedFilters({ state, agents }: ArchivedFiltersProps) {
  const messageId = useId();
  const { view, typed, type, show, clear } = state;
  const isInvalid = !isConversationFilter(typed.conversation);
  const options = useMemo(() => agentOptions(agents, view.agent), [agents, view.agent]);
  const names = {
    search: `Search: ${view.search}`,
    agent: `Agent: ${agentNameOf({ agentId: view.agent, agentName: '' }, agents)}`,
    conversation: `Conversation: ${view.conversation}`,
  };
  const chips = (['search', 'agent', 'conversation'] as const)
    .filter((key) => view[key].trim() !== '' && (key !== 'conversation' || isUsable(view)))
    .map((key) => ({ key, label: names[key], onRemove: () => show({ [key]: '' }) }));
  return (
    <>
      <div className={bar.bar} role="search" aria-label="Archived memories">
        <div className={bar.search}>
          <SearchBox
            value={typed.search}
            onChange={(search) => type({ search })}
            label="Search archived memories"
          />
        </div>
        <Select
          className={bar.control}
          label="Agent"
          value={view.agent}
          options={options}
          onChange={(agent) => show({ agent: agent ?? ALL_AGENTS })}
        />
        <Select
          className={bar.control}
          label="Sort by"
          value={view.sort}
          options={SORTS}
          onChange={(sort) => show({ sort: sort as ArchivedSort })}
        />
        <div className={bar.conversation}>
          <Input
            aria-label="Conversation ID"
            aria-describedby={isInvalid ? messageId : undefined}
            placeholder="Conversation ID"
            status={isInvalid ? 'error' : undefined}
            value={typed.conversation}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => type({ conversation: event.target.value })}
          />
          {isInvalid && (
            <p id={messageId} role="alert" className={bar.message}>
              {CONVERSATION_ID_MESSAGE}
            </p>
          )}
        </div>
      </div>
      {chips.length > 0 && (
        <div className={styles.active}>
          <FilterChips items={chips} onClearAll={clear} />
        </div>
      )}
    </>
  );
}
