/** Create Memory over any page: `?create`, optionally with the question to answer. */
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { readOpenQuestion } from '../../model/blockAddress';
import { CreateDialog } from './CreateDialog';

/** The form, or the reason why this person has no write access. */
export function CreateOverlay({ params, close }: OverlayProps) {
  const { session, scope } = useShell();
  const problem = writeProblem(session, scope);
  if (problem === null) return <CreateDialog open={readOpenQuestion(params)} close={close} />;
  return (
    <Modal
      title="Create Memory"
      size="small"
      onClose={close}
      footer={
        <Button type="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <p>{problem}</p>
    </Modal>
  );
}
