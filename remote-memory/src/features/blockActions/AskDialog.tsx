/** Confirmation of an action that has no undo. */
import type { ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';

export interface AskDialogProps {
  title: string;
  question: string;
  /** Side effects to mention. */
  children?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Cancel has the initial focus, so Enter alone destroys nothing. */
export function AskDialog(props: AskDialogProps) {
  const { title, question, children, confirmLabel, danger = false, onConfirm, onClose } = props;
  return (
    <Modal
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button type="primary" danger={danger} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{question}</p>
      {children}
    </Modal>
  );
}
