/** Asks whether to discard unsaved drafts. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { describeLosses, type Question } from './drafts';

export function LeaveDialog({ question }: { question: Question }) {
  const stay = () => question.answer(false);
  return (
    <Modal
      title="Leave without saving?"
      size="small"
      onClose={stay}
      footer={
        <>
          <Button onClick={stay} data-autofocus>
            Keep editing
          </Button>
          <Button type="primary" danger onClick={() => question.answer(true)}>
            Discard
          </Button>
        </>
      }
    >
      <p>You’ll lose {describeLosses(question.drafts)}.</p>
    </Modal>
  );
}
