/** Asks a signed-out person to sign in, and returns to the link afterwards. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { InvitationLink } from './invitationLink';
import { linkTexts } from './texts';

/** Sign-in returns to `rd`. */
const signInUrl = (target: string) => `/oauth2/sign_in?rd=${encodeURIComponent(target)}`;

/** For guests and people who are not signed in: only the invited person can answer. */
export function SignInFirst({ link, close }: { link: InvitationLink; close(): void }) {
  const { pathname, search, hash } = useLocation();
  return (
    <Modal
      title={linkTexts.signInTitle}
      size="small"
      onClose={close}
      closeOnBackdrop={false}
      footer={
        <>
          <Button onClick={close}>Not now</Button>
          <Button type="primary" href={signInUrl(pathname + search + hash)}>
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
