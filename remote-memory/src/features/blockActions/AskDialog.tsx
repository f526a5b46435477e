/** Asks before something that cannot be taken back. */
import type { ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';

export interface AskDialogProps {
  title: string;
  question: string;
  /** What goes with it. */
  children?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Focus starts at Cancel: Enter alone destroys nothing. */
export function AskDialog(props: AskDialogProps) {
  const { title, question, children, confirmLabel, danger = false, onConfirm, onCancel } = props;
  return (
    <Modal
      title={title}
      size="small"
      onClose={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
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
