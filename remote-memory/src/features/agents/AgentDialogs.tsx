/** Dialogs of the agents pages, each loaded when first opened. */
import type { Agent } from '../../model/agent';
import { lazyDialog } from '@hindsight/shared-ui/core';
import type { AgentFormProps } from './AgentForm';
import type { DeleteAgentDialogProps } from './DeleteAgentDialog';
import type { AgentWrites } from './useAgentWrites';

const AgentForm = lazyDialog<AgentFormProps>(() => import('./AgentForm').then((module) => module.AgentForm));
const DeleteAgentDialog = lazyDialog<DeleteAgentDialogProps>(() =>
  import('./DeleteAgentDialog').then((module) => module.DeleteAgentDialog),
);

export type OpenedDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; agent: Agent };

interface AgentDialogsProps {
  opened: OpenedDialog | null;
  writes: AgentWrites;
  onClose(): void;
  onDeleted?(): void;
}

export function AgentDialogs({ opened, writes, onClose, onDeleted }: AgentDialogsProps) {
  return (
    <>
      {opened?.kind === 'create' && <AgentForm onSave={writes.create} onClose={onClose} />}
      {opened?.kind === 'edit' && (
        <AgentForm
          agent={opened.agent}
          onSave={(draft) => writes.update(opened.agent.id, draft)}
          onClose={onClose}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteAgentDialog
          agent={opened.agent}
          onDelete={writes.remove}
          onDeleted={() => {
            onClose();
            onDeleted?.();
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}
