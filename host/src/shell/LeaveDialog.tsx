/** Asks whether unsaved drafts may be thrown away. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { Question } from './drafts';

/** What would be lost, each thing once. */
function lossesOf({ drafts }: Question): string {
  const things = [...new Set(drafts.map(({ what }) => what))];
  return new Intl.ListFormat('en').format(things);
}

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
      <p>You would lose {lossesOf(question)}.</p>
    </Modal>
  );
}
