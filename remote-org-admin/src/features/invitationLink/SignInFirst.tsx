/** Asks a signed-out person to sign in, and returns to the link afterwards. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { InvitationLink } from './invitationLink';
import { linkTexts } from './texts';

/** For guests and people who are not signed in: only the invited person can answer. */
export function SignInFirst({ link, close }: { link: InvitationLink; close(): void }) {
  const here = useLocation();
  return (
    <Modal
      title={linkTexts.signInTitle}
      size="small"
      onClose={close}
      closeOnBackdrop={false}
      footer={
        <>
          <Button onClick={close}>Not now</Button>
          <Button type="primary" href={signInUrl(here)}>
            Sign In
          </Button>
        </>
      }
    >
      <p>
        Sign in{' '}
        {link.email === '' ? (
          'with the invited e-mail address'
        ) : (
          <>
            as <strong>{link.email}</strong>
          </>
        )}{' '}
        to {link.answer} the invitation.
      </p>
    </Modal>
  );
}
