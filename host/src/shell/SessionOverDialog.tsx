/** Keeps a page with unsaved drafts when the session ends, until the user signs in again or discards them. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useShell } from '@hindsight/shared-contracts/shell';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { useStore } from '../state/store';
import { describeLosses } from './drafts';
import { useHost } from './hostContext';

/** Return target in the other tab, which is only needed for the sign-in. */
const AFTER_SIGN_IN = '/profile';

/** Closes only after a new sign-in: until then the page below cannot save or load anything. */
export function SessionOverDialog() {
  const { drafts, leave } = useHost();
  const { refreshSession } = useShell();
  const held = useStore(drafts);
  const discardAndLeave = () => {
    drafts.discardAll();
    const url = signInUrl(window.location);
    // Leave after the page has dropped its drafts; otherwise the browser asks for confirmation.
    setTimeout(() => leave(url));
  };
  return (
    <Modal
      title="You are signed out"
      size="small"
      closeOnBackdrop={false}
      onClose={() => void refreshSession()}
      footer={
        <>
          <Button danger onClick={discardAndLeave}>
            Discard and sign in
          </Button>
          <Button type="primary" href={signInUrl(AFTER_SIGN_IN)} target="_blank" data-autofocus>
            Sign in in another tab
          </Button>
        </>
      }
    >
      <p>
        Your session has ended. This page still has unsaved work: {describeLosses(held)}. Sign in in another
        tab, then continue here.
      </p>
    </Modal>
  );
}
