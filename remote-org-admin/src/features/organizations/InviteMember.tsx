/** "+ Invite Member": a button that opens a form with e-mail and role. */
import type { Organization, Role } from '@hindsight/shared-contracts/api';
import {
  grantableRoles,
  mayManage,
  reasonOf,
  type OrganizationActor,
} from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useId, useState, type FormEvent } from 'react';
import { useInvite } from '../../api/invitations';
import { useRefreshMembers } from '../../api/members';
import { focusOnMount } from './focusOnMount';
import { RoleSelect } from './RoleSelect';
import { invitationTexts } from './texts';
import { useOrganizationAddress } from './useOrganizationAddress';
import styles from './InviteMember.module.css';

interface InviteMemberProps {
  organization: Organization;
  actor: OrganizationActor;
}

/** Why the service would refuse an invitation; null when it would not. */
function lockReasonOf(organization: Organization, actor: OrganizationActor): string | null {
  if (!mayManage(actor)) return invitationTexts.managersOnly;
  return organization.is_active ? null : invitationTexts.inactive;
}

function InviteForm({ organization, actor, onDone }: InviteMemberProps & { onDone(): void }) {
  const { toasts } = useShell();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [problem, setProblem] = useState<string>();
  const invite = useInvite(organization.id);
  const refreshMembers = useRefreshMembers(organization.id);
  useUnsavedChanges(email.trim() !== '' && !invite.isPending && !invite.isSuccess, 'the invitation');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isPending) return;
    if (email.trim() === '') return setProblem(invitationTexts.emailRequired);
    setProblem(undefined);
    invite.mutate(
      { email, role },
      {
        onSuccess: () => {
          toasts.show('success', invitationTexts.sent);
          onDone();
        },
        onError: (error) => {
          setProblem(reasonOf(error));
          toasts.show('error', invitationTexts.sendFailed(reasonOf(error)));
          refreshMembers();
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
        ref={focusOnMount}
        value={email}
        error={problem}
        onChange={setEmail}
      />
      <label className={styles.role}>
        <span>Role</span>
        <RoleSelect label="Role" value={role} roles={grantableRoles(actor)} onChange={setRole} />
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

/** Where the service would refuse, the button is disabled and the reason shown. */
export function InviteMember({ organization, actor }: InviteMemberProps) {
  const [isOpen, setIsOpen] = useState(useOrganizationAddress().isInviting);
  const reasonId = useId();
  const lockReason = lockReasonOf(organization, actor);
  return (
    <>
      <div className={styles.head}>
        <h4 className={styles.title}>Members</h4>
        <span className={styles.tools}>
          {lockReason && (
            <span id={reasonId} className={styles.lock}>
              {lockReason}
            </span>
          )}
          <Button
            size="small"
            disabled={lockReason}
            aria-describedby={lockReason ? reasonId : undefined}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            + Invite Member
          </Button>
        </span>
      </div>
      {isOpen && !lockReason && (
        <InviteForm organization={organization} actor={actor} onDone={() => setIsOpen(false)} />
      )}
    </>
  );
}
