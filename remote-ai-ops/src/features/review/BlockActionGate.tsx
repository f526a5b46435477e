/** Prerequisites of an action on memories: the feature, write permission, and at least one memory. */
import { LLM_OFF } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { ReactNode } from 'react';
import { useWriteProblem } from './useWriteProblem';

interface BlockActionGateProps {
  texts: { title: string; nothing: string };
  blockIds: readonly string[];
  onClose(): void;
  children: ReactNode;
}

/** Renders the action, or a dialog with the reason why it is unavailable. */
export function BlockActionGate({ texts, blockIds, onClose, children }: BlockActionGateProps) {
  const { flags } = useShell();
  const problem = useWriteProblem();
  if (flags.llmEnabled && !problem && blockIds.length > 0) return children;
  return (
    <Modal title={texts.title} onClose={onClose} size="small">
      {flags.llmEnabled ? (
        <EmptyState kind={problem ? 'no-access' : 'nothing-yet'} title={problem ?? texts.nothing} />
      ) : (
        <EmptyState kind="feature-off" title={LLM_OFF} />
      )}
    </Modal>
  );
}
