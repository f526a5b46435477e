/** The dialogs of the agents screen; each loads when it is first opened. */
import type { Agent } from '../../model/agent';
import { lazyDialog } from '../parts/lazyPart';
import type { AgentDetailModalProps } from './AgentDetailModal';
import type { AgentFormProps } from './AgentForm';
import type { DeleteAgentDialogProps } from './DeleteAgentDialog';
import type { AgentWrites } from './useAgentWrites';

const AgentForm = lazyDialog<AgentFormProps>(() => import('./AgentForm').then((module) => module.AgentForm));
const AgentDetailModal = lazyDialog<AgentDetailModalProps>(() =>
  import('./AgentDetailModal').then((module) => module.AgentDetailModal),
);
const DeleteAgentDialog = lazyDialog<DeleteAgentDialogProps>(() =>
  import('./DeleteAgentDialog').then((module) => module.DeleteAgentDialog),
);

export type OpenedDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; agent: Agent };

interface AgentDialogsProps {
  opened: OpenedDialog | null;
  /** The agent whose details the address opens. */
  detail: Agent | undefined;
  problem: string | null;
  writes: AgentWrites;
  onCopy(id: string): void;
  onEdit(agent: Agent): void;
  onDelete(agent: Agent): void;
  /** Closes what was opened over the page or the details. */
  onClose(): void;
  onCloseDetail(): void;
}

export function AgentDialogs(props: AgentDialogsProps) {
  const { opened, detail, problem, writes, onCopy, onEdit, onDelete, onClose, onCloseDetail } = props;
  return (
    <>
      {detail && (
        <AgentDetailModal
          agent={detail}
          problem={problem}
          onCopy={onCopy}
          onEdit={() => onEdit(detail)}
          onDelete={() => onDelete(detail)}
          onClose={onCloseDetail}
        />
      )}
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
            if (detail) onCloseDetail();
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}
