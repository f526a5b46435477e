/** "+ Invite Member": button that opens a form with email and role. */
import type { Organization, Role } from '@hindsight/shared-contracts/api';
import {
  grantableRoles,
  mayManage,
  describeError,
  type OrganizationActor,
} from '@hindsight/shared-contracts/rules';
import { useDraft, useHasDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button, DraftNote } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
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

/** Why the service would reject an invitation; null when it would not. */
function findInviteLock(organization: Organization, actor: OrganizationActor): string | null {
  if (!mayManage(actor)) return invitationTexts.managersOnly;
  return organization.is_active ? null : invitationTexts.inactive;
}

interface Invitation {
  email: string;
  role: Role;
}

const inviteKey = ({ id }: Organization) => `invitation.${id}`;

function InviteForm({ organization, actor, onDone }: InviteMemberProps & { onDone(): void }) {
  const { toasts } = useShell();
  const draft = useDraft<Invitation>(inviteKey(organization), { email: '', role: 'viewer' });
  const { email, role } = draft.value;
  const [problem, setProblem] = useState<string>();
  const invite = useInvite(organization.id);
  const refreshMembers = useRefreshMembers(organization.id);
  useUnsavedChanges(
    email.trim() !== '' && !invite.isPending && !invite.isSuccess,
    'the invitation',
    draft.reset,
  );

  function close() {
    draft.reset();
    onDone();
  }

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
          close();
        },
        onError: (error) => {
          setProblem(describeError(error));
          toasts.show('error', invitationTexts.sendFailed(describeError(error)));
          refreshMembers();
        },
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Invite a member">
      <DraftNote draft={draft} />
      <TextInput
        label="Email"
        type="email"
        required
        ref={focusOnMount}
        value={email}
        error={problem}
        onChange={(next) => draft.set((now) => ({ ...now, email: next }))}
      />
      <label className={styles.role}>
        <span>Role</span>
        <RoleSelect
          label="Role"
          value={role}
          roles={grantableRoles(actor)}
          onChange={(next) => draft.set((now) => ({ ...now, role: next }))}
        />
      </label>
      <div className={styles.buttons}>
        <Button onClick={close}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}

/** Disables the button with a reason when the service would reject it. @param children content beside the button. */
export function InviteMember({ organization, actor, children }: InviteMemberProps & { children: ReactNode }) {
  const { isInviting } = useOrganizationAddress();
  const hasDraft = useHasDraft(inviteKey(organization));
  const [isOpen, setIsOpen] = useState(isInviting || hasDraft);
  const reasonId = useId();
  const lockReason = findInviteLock(organization, actor);
  return (
    <>
      <div className={styles.head}>
        {children}
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
