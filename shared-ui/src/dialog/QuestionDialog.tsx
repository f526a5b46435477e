/** The dialog for a question of `useConfirm`. */
import { Button } from '../core/actions/Button';
import { useId, useState } from 'react';
import { PlainInput } from '../antd/PlainInput';
import styles from './QuestionDialog.module.css';
import type { PendingQuestion } from '../data/confirm/confirmStore';
import { Modal } from './Modal';

export interface QuestionDialogProps {
  question: PendingQuestion;
  /** Answers no. */
  onClose(): void;
}

/** Escape, the backdrop and the cancel button answer no. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  const { title, message, confirmLabel, cancelLabel = 'Cancel', danger = false, typeToConfirm } = question;
  const [typed, setTyped] = useState('');
  const input = useId();
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  const startAt = typeToConfirm !== undefined ? 'input' : danger ? 'cancel' : 'confirm';
  const formId = useId();
  return (
    <Modal
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus={startAt === 'cancel' || undefined} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            danger={danger}
            disabled={!ready}
            data-autofocus={startAt === 'confirm' || undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) question.answer(true);
        }}
      >
        <div className={styles.message}>{message}</div>
        {typeToConfirm !== undefined && (
          <div className={styles.typed}>
            <label htmlFor={input}>
              Type <strong>{typeToConfirm}</strong> to confirm
            </label>
            <PlainInput
              id={input}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
      </form>
    </Modal>
  );
}
