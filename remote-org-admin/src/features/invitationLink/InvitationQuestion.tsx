/** What the invitation is to, and which account answers it. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import { useNotifications } from '../../api/notifications';
import { isForOtherAccount, type InvitationLink } from './invitationLink';
import { linkTexts } from './texts';
import styles from './InvitationQuestion.module.css';

interface InvitationQuestionProps {
  link: InvitationLink;
  /** Of the signed-in person. */
  email: string;
}

/** The link does not name the organization; the notification about the same invitation does. */
function useOrganizationName({ invitationId }: InvitationLink): string {
  const { session } = useShell();
  const { data } = useNotifications(session.user?.user_id ?? '');
  return String(
    data?.notifications.find(({ metadata }) => metadata?.['invitation_id'] === invitationId)?.metadata?.[
      'organization_name'
    ] ?? '',
  );
}

/** Warns when the link is for another account. */
export function InvitationQuestion({ link, email }: InvitationQuestionProps) {
  const name = useOrganizationName(link);
  const organization = name === '' ? 'an organization' : <strong dir="auto">{name}</strong>;
  return (
    <>
      <p>
        {link.answer === 'accept' ? (
          <>
            You are invited to join {organization}. As a member you can see its memories, and its members can
            see your name and e-mail address.
          </>
        ) : (
          <>The invitation to {organization} is cancelled, and the person who invited you is notified.</>
        )}
      </p>
      <p className={styles.who}>
        Signed in as <strong>{email}</strong>
      </p>
      {isForOtherAccount(link, email) && (
        <p className={styles.note}>
          <Icon name="warning" size={18} />
          {linkTexts.otherAccount(link.email)}
        </p>
      )}
    </>
  );
}
