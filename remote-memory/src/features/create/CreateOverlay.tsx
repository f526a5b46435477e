/** Create Memory over whatever page is open: `?create`. */
import { useEffect, useEffectEvent } from 'react';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { writeProblem } from '../../model/writeAccess';
import { CreateDialog } from './CreateDialog';
import { CREATE_SOON } from './texts';

/** Says the specification's sentence and closes. */
function NotOffered({ close }: Pick<OverlayProps, 'close'>) {
  const { toasts } = useShell();
  const say = useEffectEvent(() => {
    toasts.show('info', CREATE_SOON);
    close();
  });
  useEffect(() => say(), []);
  return null;
}

/** The form, or why there is none: the service cannot, or this person may not write here. */
export function CreateOverlay({ close }: OverlayProps) {
  const { offers, session, scope } = useShell();
  const problem = writeProblem(session, scope);
  if (!offers('memory.create')) return <NotOffered close={close} />;
  if (problem === null) return <CreateDialog close={close} />;
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
