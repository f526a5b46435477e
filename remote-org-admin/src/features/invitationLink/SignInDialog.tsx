/** Asks for the invited account: signed-out people sign in, others switch accounts. Sign-in returns to the same link. */
import { useLocation } from '@hindsight/shared-contracts/router';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { InvitationLink } from './invitationLink';
import { linkTexts } from './texts';
import styles from './InvitationLinkDialog.module.css';

interface SignInDialogProps {
  link: InvitationLink;
  /** The address of the account that is signed in by mistake; null for signed-out people. */
  wrongAccount: string | null;
  close(): void;
}

/** Only the invited account can answer. */
export function SignInDialog({ link, wrongAccount, close }: SignInDialogProps) {
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
          <Button type="primary" data-autofocus href={signInUrl(pathname + search + hash)}>
            {wrongAccount === null ? linkTexts.signIn : linkTexts.signInAs(link.email)}
          </Button>
        </>
      }
    >
      {wrongAccount === null ? (
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
      ) : (
        <>
          <p className={styles.who}>
            Signed in as <strong>{wrongAccount}</strong>
          </p>
          <p className={styles.note}>
            <Icon name="warning" size={18} />
            {linkTexts.otherAccount(link.email)}
          </p>
        </>
      )}
    </Modal>
  );
}
