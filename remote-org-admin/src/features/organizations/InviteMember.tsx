/** "+ Invite Member": a button that opens a form with e-mail and role. */
import type { Role } from '@hindsight/shared-contracts/api';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useId, useState, type FormEvent } from 'react';
import { useInvite } from '../../api/invitations';
import { useLookAgain } from '../../api/members';
import type { OrganizationAccess } from '../../model/access';
import { inviteFailed, reasonOf } from '../../model/failure';
import { EMAIL_REQUIRED, SENT } from '../../model/invitation';
import type { OrganizationRow } from '../../model/organization';
import { focusWhenShown } from '../parts/focusWhenShown';
import { RoleSelect } from '../parts/RoleSelect';
import styles from './InviteMember.module.css';

interface InviteMemberProps {
  organization: OrganizationRow;
  access: OrganizationAccess;
}

/** Why the service would refuse an invitation of this person; null when it would not. */
function lockOf(organization: OrganizationRow, access: OrganizationAccess): string | null {
  if (!access.manages) return 'Only admins and owners invite members.';
  return organization.isActive ? null : 'Nobody can be invited to an inactive organization.';
}

function InviteForm({ organization, access, onDone }: InviteMemberProps & { onDone(): void }) {
  const { toasts } = useShell();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [problem, setProblem] = useState<string>();
  const invite = useInvite(organization.id);
  const lookAgain = useLookAgain(organization.id);
  useUnsavedChanges(email.trim() !== '' && !invite.isPending && !invite.isSuccess, 'the invitation');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isPending) return;
    if (email.trim() === '') return setProblem(EMAIL_REQUIRED);
    setProblem(undefined);
    invite.mutate(
      { email, role },
      {
        onSuccess: () => {
          toasts.show('success', SENT);
          onDone();
        },
        onError: (error) => {
          setProblem(reasonOf(error));
          toasts.show('error', inviteFailed(reasonOf(error)));
          lookAgain();
        },
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Invite a member">
      <TextInput
        label="Email"
        type="email"
        required
        ref={focusWhenShown}
        value={email}
        error={problem}
        onChange={setEmail}
      />
      <label className={styles.role}>
        <span>Role</span>
        <RoleSelect label="Role" value={role} roles={access.grants} onChange={setRole} />
      </label>
      <div className={styles.buttons}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={invite.isPending}>
          Send Invitation
        </Button>
      </div>
    </form>
  );
}

/** For people whom the service would refuse the button is there with the reason. */
export function InviteMember({ organization, access }: InviteMemberProps) {
  const [isOpen, setIsOpen] = useState(false);
  const reason = useId();
  const lock = lockOf(organization, access);
  return (
    <>
      <div className={styles.head}>
        <h4 className={styles.title}>Members</h4>
        <span className={styles.tools}>
          {lock && (
            <span id={reason} className={styles.lock}>
              {lock}
            </span>
          )}
          <Button
            size="small"
            disabled={lock !== null}
            aria-describedby={lock ? reason : undefined}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            + Invite Member
          </Button>
        </span>
      </div>
      {isOpen && !lock && (
        <InviteForm organization={organization} access={access} onDone={() => setIsOpen(false)} />
      )}
    </>
  );
}
