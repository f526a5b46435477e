/** What the invitation is to, and for whom. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import { useNotifications } from '../../api/notifications';
import { isForSomebodyElse, otherAccount, type InvitationLink } from '../../model/invitationLink';
import styles from './InvitationQuestion.module.css';

interface InvitationQuestionProps {
  link: InvitationLink;
  /** Of whoever is signed in. */
  email: string;
}

/** The link does not name the organization; the notification about the same invitation does. */
function useOrganizationName({ invitationId }: InvitationLink): string {
  const { session } = useShell();
  const { data } = useNotifications(session.user?.user_id ?? '');
  return data?.rows.find((row) => row.invitationId === invitationId)?.organizationName ?? '';
}

export function InvitationQuestion({ link, email }: InvitationQuestionProps) {
  const name = useOrganizationName(link);
  const organization = name === '' ? 'an organization' : <strong dir="auto">{name}</strong>;
  return (
    <>
      <p>
        {link.answer === 'accept' ? (
          <>
            You are invited to join {organization}. As a member you see its memories, and its members see your
            name and e-mail.
          </>
        ) : (
          <>The invitation to {organization} ends, and whoever invited you is told.</>
        )}
      </p>
      <p className={styles.who}>
        Signed in as <strong>{email}</strong>
      </p>
      {isForSomebodyElse(link, email) && (
        <p className={styles.note}>
          <Icon name="warning" size={18} />
          {otherAccount(link.email)}
        </p>
      )}
    </>
  );
}
