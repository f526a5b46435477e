/** Keeps a page with unsaved drafts when the session ends, until the person signs in again or discards them. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useShell } from '@hindsight/shared-contracts/shell';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { useStore } from '../state/store';
import { describeLosses } from './drafts';
import { useHost } from './hostContext';

/** Where the other tab ends up: signing in there is all that it is for. */
const AFTER_SIGN_IN = '/profile';

/** It closes only after a new sign-in: nothing on the page below can be saved or loaded before. */
export function SessionOverDialog() {
  const { drafts, leave } = useHost();
  const { refreshSession } = useShell();
  const held = useStore(drafts);
  const letGo = () => {
    drafts.discardAll();
    const url = signInUrl(window.location);
    // After the page has dropped its drafts; otherwise the browser asks whether to leave.
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
          <Button danger onClick={letGo}>
            Discard and sign in
          </Button>
          <Button type="primary" href={signInUrl(AFTER_SIGN_IN)} target="_blank" data-autofocus>
            Sign in in another tab
          </Button>
        </>
      }
    >
      <p>
        Your session has ended. This page still holds {describeLosses(held)}. Sign in in another tab, then
        continue here.
      </p>
    </Modal>
  );
}
