/** Dialog to create or edit an agent. */
import { useState } from 'react';
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';
import { useDraft, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { DraftNote } from '@hindsight/shared-ui/core';
import { TextArea, TextInput } from '@hindsight/shared-ui/form';
import type { Agent } from '../../model/agent';
import { agentDraftKey } from '../../model/draftKeys';
import { DESCRIPTION_HINT, EMPTY_NAME } from './texts';
import type { Outcome } from '../lists/useListWrites';
import type { AgentDraft } from './useAgentWrites';

export interface AgentFormProps {
  /** The agent to edit; absent to create one. */
  agent?: Agent | undefined;
  onSave(draft: AgentDraft): Promise<Outcome>;
  onClose(): void;
}

/** On failure, keeps the dialog and its input and shows the reason. */
export function AgentForm({ agent, onSave, onClose }: AgentFormProps) {
  const draft = useDraft(agentDraftKey(agent?.id), {
    name: agent?.name ?? '',
    description: agent?.description ?? '',
  });
  const { name, description } = draft.value;
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isEmpty = name.trim() === '';
  const isChanged = name.trim() !== (agent?.name ?? '') || description.trim() !== (agent?.description ?? '');
  const what = agent ? 'your changes to this agent' : 'the agent you are creating';
  useUnsavedChanges(isChanged, what, draft.reset);
  const confirm = useConfirm();

  function close() {
    draft.reset();
    onClose();
  }

  /** Confirms before discarding input. */
  async function leave() {
    const question = {
      title: agent ? 'Discard your changes?' : 'Discard this agent?',
      message: `You’ll lose ${what}.`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    };
    if (!isChanged || (await confirm(question))) close();
  }

  async function save() {
    setTried(true);
    if (isEmpty || busy) return;
    if (!isChanged) {
      close();
      return;
    }
    setBusy(true);
    const failed = await onSave({ name, description });
    setBusy(false);
    if (failed === null) close();
    else setProblem(failed);
  }
  return (
    <FormDialog
      title={agent ? 'Edit agent' : 'Create Agent'}
      busy={busy}
      closeOnBackdrop={!isChanged}
      onClose={() => void leave()}
      submitLabel={agent ? 'Save Changes' : 'Create Agent'}
      onSubmit={save}
    >
      <DraftNote draft={draft} />
      <TextInput
        label="Name"
        value={name}
        onChange={(next) => {
          draft.set((now) => ({ ...now, name: next }));
          setProblem(null);
        }}
        error={tried && isEmpty ? EMPTY_NAME : problem}
        maxLength={MAX_AGENT_NAME}
        required
        autoFocus
      />
      <TextArea
        label="Description"
        hint={DESCRIPTION_HINT}
        value={description}
        onChange={(next) => draft.set((now) => ({ ...now, description: next }))}
        maxLength={MAX_AGENT_DESCRIPTION}
      />
    </FormDialog>
  );
}
