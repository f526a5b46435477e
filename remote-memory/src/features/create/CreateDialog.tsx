/** Writes a memory block by hand. */
import { useId, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button, IconButton, Icon } from '@hindsight/shared-ui/core';
import { Modal, useConfirm } from '@hindsight/shared-ui/dialog';
import { focusFirstError, MultiSelect, SelectInput, TextArea, TextInput } from '@hindsight/shared-ui/form';
import { useAgents } from '../../api/agents';
import { useMemoryChanges, useWriteContext } from '../../api/blockWrites';
import { createBlock } from '../../api/createBlock';
import { useKeywordChoices } from '../../api/keywordChoices';
import { byName } from '../../model/agentRow';
import { withBlock } from '../../model/blockAddress';
import { emptyMemory, isWritten, newId, newMemoryProblems, type NewMemory } from '../../model/newMemory';
import { MAX_TEXT } from '../../model/limits';
import { reasonOf } from '../../model/reasons';
import { useFailureToast } from '../blockActions/useFailureToast';

import styles from './CreateDialog.module.css';
import { CREATED, createFailed } from './texts';

const NO_PROBLEMS: ReturnType<typeof newMemoryProblems> = {};

/** What was written stays until it is stored or thrown away on purpose. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const { toasts } = useShell();
  const context = useWriteContext();
  const changesIn = useMemoryChanges();
  const fail = useFailureToast();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const agents = useAgents();
  const keywords = useKeywordChoices();
  const [memory, setMemory] = useState<NewMemory>(() => emptyMemory(newId()));
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const change = (part: Partial<NewMemory>) => setMemory((now) => ({ ...now, ...part }));
  const problems = tried ? newMemoryProblems(memory) : NO_PROBLEMS;
  const written = isWritten(memory);
  useUnsavedChanges(written, 'the memory block that you are writing');

  const agentChoices = useMemo(
    () => byName(agents.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [agents.data],
  );
  const keywordChoices = useMemo(
    () => (keywords.data ?? []).map(({ id, text }) => ({ value: id, label: text })),
    [keywords.data],
  );

  async function close(): Promise<void> {
    const question = {
      title: 'Discard this memory?',
      message: 'You would lose the memory block that you are writing.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep writing',
      danger: true,
    };
    if (!written || (await confirm(question))) onClose();
  }

  async function save(): Promise<void> {
    setTried(true);
    if (Object.keys(newMemoryProblems(memory)).length > 0) {
      requestAnimationFrame(() => focusFirstError(form.current));
      return;
    }
    setSaving(true);
    setFailure('');
    try {
      const { block, unlinked } = await createBlock(context, memory);
      toasts.show('success', CREATED);
      if (unlinked.length > 0) {
        toasts.show(
          'warning',
          `${unlinked.length} keywords could not be added: ${unlinked[0]?.reason ?? ''}`,
        );
      }
      onClose();
      void navigate({ pathname, search: withBlock(search, block.id) });
    } catch (error) {
      setFailure(createFailed(reasonOf(error)));
      fail(error, createFailed(reasonOf(error)));
      setSaving(false);
    }
    void changesIn(context.scope).reload();
  }

  return (
    <Modal
      title="Create Memory"
      description="Something an agent should remember, written by you."
      size="large"
      closeOnBackdrop={false}
      busy={saving}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()} disabled={saving}>
            Cancel
          </Button>
          <Button type="primary" htmlType="submit" form={formId} loading={saving}>
            Create Memory
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure !== '' && (
          <p role="alert" className={styles.failure}>
            {failure} What you wrote is still here.
          </p>
        )}
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
                There is no agent yet. <Link to="/agents">Create one first</Link>.
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
          hint="A new conversation; replace it to add to one that exists."
          spellCheck={false}
          suffix={
            <IconButton
              label="New conversation ID"
              size="small"
              onClick={() => change({ conversationId: newId() })}
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
          hint="The service adds words of the content by itself."
        />
        <TextArea
          label="Metadata"
          value={memory.metadata}
          onChange={(metadata) => change({ metadata })}
          rows={3}
          error={problems.metadata}
          hint="A JSON object, or nothing."
          mono
        />
      </form>
    </Modal>
  );
}
