/** Shows the question that is asked now. */
import { Button } from '../core/actions/Button';
import { useId, useState, useSyncExternalStore } from 'react';
import { PlainInput } from '../antd/PlainInput';
import styles from './ConfirmDialog.module.css';
import { currentQuestion, subscribeToQuestions, type PendingQuestion } from './confirmStore';
import { Modal } from './Modal';

function QuestionDialog({ question }: { question: PendingQuestion }) {
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
      onClose={() => question.answer(false)}
      footer={
        <>
          <Button data-autofocus={startAt === 'cancel' || undefined} onClick={() => question.answer(false)}>
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

/** Rendered once for the page, by `useConfirm`. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribeToQuestions, currentQuestion);
  return question && <QuestionDialog key={question.id} question={question} />;
}
