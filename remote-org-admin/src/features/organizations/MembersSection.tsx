/** Members of an organization: changing their roles and removing them. */
import type { Member, Role } from '@hindsight/shared-contracts/api';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { grantableRoles, mayManage, type OrganizationActor } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, Tag, CardSkeleton, VisuallyHidden } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useChangeRole, useRemoveMember } from '../../api/members';
import { isDemotion, findLockReason } from '../../model/access';
import { RoleSelect } from './RoleSelect';
import { StackedTable } from './StackedTable';
import { memberError, memberTexts, roleQuestion } from './texts';
import styles from './MembersSection.module.css';

const COLUMNS = ['Email', 'Display Name', 'Role', 'Permissions', 'Actions'] as const;

interface MembersSectionProps {
  organizationId: string;
  members: Pick<UseQueryResult<Member[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  actor: OrganizationActor;
  ownId: string;
}

const memberName = ({ display_name, email }: Member) => display_name || email;

/** Member actions; each shows its outcome as a toast. */
function useMemberActions(organizationId: string) {
  const { toasts } = useShell();
  const confirm = useConfirm();
  const change = useChangeRole(organizationId);
  const remove = useRemoveMember(organizationId);
  return {
    busyId:
      (change.isPending && change.variables.member.user_id) || (remove.isPending && remove.variables.user_id),
    /** Confirms every change, because an arrow key or a slip can change a select by accident. */
    async changeRole(member: Member, role: Role) {
      const sure = await confirm({
        title: memberTexts.roleTitle(role),
        message: roleQuestion(memberName(member), member.role, role),
        confirmLabel: 'Change role',
        danger: role === 'owner' || isDemotion(member.role, role),
      });
      if (!sure) return;
      change.mutate(
        { member, role },
        {
          onSuccess: () => toasts.show('success', memberTexts.roleChanged),
          onError: (error) => toasts.show('error', memberTexts.roleFailed(memberError(error))),
        },
      );
    },
    async remove(member: Member) {
      const sure = await confirm({
        title: 'Remove member',
        message: memberTexts.removeQuestion(memberName(member)),
        confirmLabel: 'Remove',
        danger: true,
      });
      if (!sure) return;
      remove.mutate(member, {
        onSuccess: () => toasts.show('success', memberTexts.removed),
        onError: (error) => toasts.show('error', memberTexts.removeFailed(memberError(error))),
      });
    },
  };
}

function Permissions({ member }: { member: Member }) {
  if (!member.can_read && !member.can_write) return <span className={styles.none}>None</span>;
  return (
    <span className={styles.permissions}>
      {member.can_read && <Tag tone="note">Read</Tag>}
      {member.can_write && <Tag tone="good">Write</Tag>}
    </span>
  );
}

function Rows({
  organizationId,
  actor,
  ownId,
  rows,
}: Omit<MembersSectionProps, 'members'> & { rows: Member[] }) {
  const actions = useMemberActions(organizationId);
  return (
    <StackedTable
      label="Members"
      columns={COLUMNS}
      rows={rows.map((member) => {
        const lockReason = findLockReason(actor, member, rows, ownId);
        const isOwn = member.user_id === ownId;
        return {
          key: member.user_id,
          cells: [
            <span key="email" className={styles.email}>
              {member.email}
              {isOwn && <Tag>You</Tag>}
            </span>,
            member.display_name || <span className={styles.none}>–</span>,
            <RoleSelect
              key="role"
              label={`Role of ${member.email}`}
              value={member.role}
              roles={grantableRoles(actor)}
              disabledReason={lockReason}
              busy={actions.busyId === member.user_id}
              onChange={(role) => void actions.changeRole(member, role)}
            />,
            <Permissions key="permissions" member={member} />,
            isOwn || !mayManage(actor) ? (
              <span key="actions" className={styles.none}>
                –
              </span>
            ) : (
              <Button
                key="actions"
                type="text"
                size="small"
                danger
                disabled={lockReason}
                onClick={() => void actions.remove(member)}
              >
                Remove
                <VisuallyHidden> {memberName(member)}</VisuallyHidden>
              </Button>
            ),
          ],
        };
      })}
    />
  );
}

/** A failed refresh keeps the last rows. */
export function MembersSection({ members, ...rest }: MembersSectionProps) {
  const { data, error } = members;
  if (data) return <Rows {...rest} rows={data} />;
  if (error) {
    return <ErrorState title={memberTexts.loadFailed} query={members} />;
  }
  return <CardSkeleton rows="short" label="Loading members" count={3} />;
}
