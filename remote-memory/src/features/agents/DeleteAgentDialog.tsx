/** Confirms the deletion of an agent and names what is deleted along with it. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Alert } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { useAgentCount } from '../../api/agents';
import type { Agent } from '../../model/agent';
import { blocksText } from '../../model/countTexts';
import { AskDialog } from '../blockActions/AskDialog';
import { DELETE_QUESTION, GOES_TOO } from './texts';
import type { Outcome } from '../lists/useListWrites';

export interface DeleteAgentDialogProps {
  agent: Agent;
  onDelete(id: string): Promise<Outcome>;
  onDeleted(): void;
  onClose(): void;
}

/** `12 memory blocks and 3 archived ones`. */
function allBlocksText(active: number, archived: number): string {
  if (archived === 0) return blocksText(active);
  return `${blocksText(active)} and ${formatNumber(archived)} archived ${archived === 1 ? 'one' : 'ones'}`;
}

export function DeleteAgentDialog({ agent, onDelete, onDeleted, onClose }: DeleteAgentDialogProps) {
  const { data } = useAgentCount(agent.id);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function remove() {
    if (busy) return;
    setBusy(true);
    const failed = await onDelete(agent.id);
    setBusy(false);
    if (failed === null) onDeleted();
    else setProblem(failed);
  }
  return (
    <AskDialog
      title={`Delete “${agent.name}”`}
      question={DELETE_QUESTION}
      confirmLabel={busy ? 'Deleting' : 'Delete'}
      danger
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{GOES_TOO}</p>
      {data && (
        <p>
          <strong>{allBlocksText(data.count, data.archived_count)}</strong> of this agent will be deleted.
        </p>
      )}
      {problem !== null && <Alert>{problem}</Alert>}
    </AskDialog>
  );
}
