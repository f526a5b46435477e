/** The dialog that creates an agent or changes one. */
import { useState } from 'react';
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';
import { useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { TextArea, TextInput } from '@hindsight/shared-ui/form';
import type { Agent } from '../../model/agent';
import { DESCRIPTION_HINT, EMPTY_NAME } from './texts';
import type { Outcome } from '../lists/useListWrites';
import type { AgentDraft } from './useAgentWrites';

export interface AgentFormProps {
  /** The agent to change; a new one when absent. */
  agent?: Agent | undefined;
  onSave(draft: AgentDraft): Promise<Outcome>;
  onClose(): void;
}

/** A failure keeps the dialog and its input and shows the reason. */
export function AgentForm({ agent, onSave, onClose }: AgentFormProps) {
  const [name, setName] = useState(agent?.name ?? '');
  const [description, setDescription] = useState(agent?.description ?? '');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isEmpty = name.trim() === '';
  const isChanged = name.trim() !== (agent?.name ?? '') || description.trim() !== (agent?.description ?? '');
  const draft = agent ? 'your changes to this agent' : 'the agent you are creating';
  useUnsavedChanges(isChanged, draft);
  const confirm = useConfirm();

  /** Asks when something would be lost. */
  async function leave() {
    const question = {
      title: agent ? 'Discard your changes?' : 'Discard this agent?',
      message: `You would lose ${draft}.`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    };
    if (!isChanged || (await confirm(question))) onClose();
  }

  async function save() {
    setTried(true);
    if (isEmpty || busy) return;
    if (!isChanged) {
      onClose();
      return;
    }
    setBusy(true);
    const failed = await onSave({ name, description });
    setBusy(false);
    if (failed === null) onClose();
    else setProblem(failed);
  }
  return (
    <FormDialog
      title={agent ? 'Edit Agent' : 'Create Agent'}
      busy={busy}
      closeOnBackdrop={!isChanged}
      onClose={() => void leave()}
      submitLabel={agent ? 'Save Changes' : 'Create Agent'}
      onSubmit={save}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(next) => {
          setName(next);
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
        onChange={setDescription}
        maxLength={MAX_AGENT_DESCRIPTION}
      />
    </FormDialog>
  );
}
