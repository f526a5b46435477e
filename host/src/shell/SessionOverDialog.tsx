/** Keeps a page with unsaved drafts standing when the session is over, until the person is signed in again or lets them go. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useShell } from '@hindsight/shared-contracts/shell';
import { signInUrl } from '../session/links';
import { useStore } from '../state/store';
import { lossesOf } from './drafts';
import { useHost } from './hostContext';

/** Where the other tab ends up: signing in there is all that it is for. */
const AFTER_SIGN_IN = '/profile';

/** It closes only for somebody who is signed in again: nothing on the page below can be saved or loaded before. */
export function SessionOverDialog() {
  const { drafts, leave } = useHost();
  const { refreshSession } = useShell();
  const held = useStore(drafts);
  const letGo = () => {
    drafts.discardAll();
    const target = window.location.pathname + window.location.search + window.location.hash;
    // Once the page has heard that it holds nothing any more; else the browser asks whether to leave.
    setTimeout(() => leave(signInUrl(target)));
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
        Your session is over. This page still holds {lossesOf(held)}: sign in in another tab, and you can go
        on here where you stopped.
      </p>
    </Modal>
  );
}
