/** Fields of a new memory block. */
import { useMemo } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { Icon, IconButton } from '@hindsight/shared-ui/core';
import { MultiSelect, SelectInput, TextArea, TextInput } from '@hindsight/shared-ui/form';
import { useAgents } from '../../api/agents';
import { useKeywords } from '../../api/keywords';
import { byName } from '../../model/agent';
import { MAX_TEXT, randomUuid } from '@hindsight/shared-contracts/rules';
import { type NewMemory, type NewMemoryField } from '../../model/newMemory';
import { CONVERSATION_HINT, KEYWORDS_HINT, METADATA_HINT } from './texts';

interface CreateFieldsProps {
  memory: NewMemory;
  problems: Partial<Record<NewMemoryField, string>>;
  change(part: Partial<NewMemory>): void;
}

/** Offers the workspace's agents and keywords as soon as they are loaded. */
export function CreateFields({ memory, problems, change }: CreateFieldsProps) {
  const agents = useAgents();
  const keywords = useKeywords();
  const agentChoices = useMemo(
    () => byName(agents.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [agents.data],
  );
  const keywordChoices = useMemo(
    () => (keywords.data ?? []).map(({ id, text }) => ({ value: id, label: text })),
    [keywords.data],
  );
  return (
    <>
      <SelectInput
        label="Agent"
        required
        value={memory.agentId}
        onChange={(agentId) => change({ agentId })}
        options={agentChoices}
        loading={agents.isPending}
        error={problems.agentId}
        hint={
          agents.data?.length === 0 ? (
            <>
              There are no agents yet. <Link to="/agents">Create one first</Link>.
            </>
          ) : undefined
        }
      />
      <TextInput
        label="Conversation ID"
        required
        value={memory.conversationId}
        onChange={(conversationId) => change({ conversationId })}
        error={problems.conversationId}
        hint={CONVERSATION_HINT}
        spellCheck={false}
        suffix={
          <IconButton
            label="New conversation ID"
            size="small"
            onClick={() => change({ conversationId: randomUuid() })}
          >
            <Icon name="refresh" size={14} />
          </IconButton>
        }
      />
      <TextArea
        label="Content"
        required
        value={memory.content}
        onChange={(content) => change({ content })}
        rows={6}
        maxLength={MAX_TEXT}
        error={problems.content}
        autoFocus
      />
      <TextArea
        label="Lessons learned"
        value={memory.lesson}
        onChange={(lesson) => change({ lesson })}
        rows={3}
        maxLength={MAX_TEXT}
      />
      <TextArea
        label="Errors"
        value={memory.errors}
        onChange={(errors) => change({ errors })}
        rows={2}
        maxLength={MAX_TEXT}
        mono
      />
      <MultiSelect
        label="Keywords"
        value={memory.keywords}
        onChange={(chosen) => change({ keywords: chosen })}
        options={keywordChoices}
        loading={keywords.isPending}
        hint={KEYWORDS_HINT}
      />
      <TextArea
        label="Metadata"
        value={memory.metadata}
        onChange={(metadata) => change({ metadata })}
        rows={3}
        error={problems.metadata}
        hint={METADATA_HINT}
        mono
      />
    </>
  );
}
