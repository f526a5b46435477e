/** Create Memory over any page: `?create`, or with a question that it answers. */
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { readOpenQuestion } from '../../model/blockAddress';
import { CreateDialog } from './CreateDialog';

/** The form, or why this person may not write here. */
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
