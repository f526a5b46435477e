/** The members of an organization, with what may be changed about them. */
import type { Role } from '@hindsight/shared-contracts/api';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, Tag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { useChangeRole, useRemoveMember } from '../../api/members';
import { memberLock, type OrganizationAccess } from '../../model/access';
import { memberReasonOf, removeFailed, roleFailed } from '../../model/failure';
import {
  MEMBERS_FAILED,
  nameOf,
  REMOVED,
  removeQuestion,
  ROLE_CHANGED,
  type MemberRow,
} from '../../model/member';
import { RoleSelect } from '../parts/RoleSelect';
import { SmallTable } from '../parts/SmallTable';
import styles from './MembersSection.module.css';

const COLUMNS = ['Email', 'Display Name', 'Role', 'Permissions', 'Actions'] as const;

interface MembersSectionProps {
  organizationId: string;
  members: Pick<UseQueryResult<MemberRow[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  access: OrganizationAccess;
  ownId: string;
}

/** The two changes of a member, each with its outcome as a toast. */
function useMemberActions(organizationId: string) {
  const { toasts } = useShell();
  const confirm = useConfirm();
  const change = useChangeRole(organizationId);
  const remove = useRemoveMember(organizationId);
  return {
    busyWith:
      (change.isPending && change.variables.member.userId) || (remove.isPending && remove.variables.userId),
    changeRole: (member: MemberRow, role: Role) =>
      change.mutate(
        { member, role },
        {
          onSuccess: () => toasts.show('success', ROLE_CHANGED),
          onError: (error) => toasts.show('error', roleFailed(memberReasonOf(error))),
        },
      ),
    async remove(member: MemberRow) {
      const sure = await confirm({
        title: 'Remove member',
        message: removeQuestion(nameOf(member)),
        confirmLabel: 'Remove',
        danger: true,
      });
      if (!sure) return;
      remove.mutate(member, {
        onSuccess: () => toasts.show('success', REMOVED),
        onError: (error) => toasts.show('error', removeFailed(memberReasonOf(error))),
      });
    },
  };
}

function Permissions({ member }: { member: MemberRow }) {
  if (!member.canRead && !member.canWrite) return <span className={styles.none}>None</span>;
  return (
    <span className={styles.permissions}>
      {member.canRead && <Tag tone="note">Read</Tag>}
      {member.canWrite && <Tag tone="good">Write</Tag>}
    </span>
  );
}

function Rows({
  organizationId,
  access,
  ownId,
  rows,
}: Omit<MembersSectionProps, 'members'> & { rows: MemberRow[] }) {
  const actions = useMemberActions(organizationId);
  return (
    <SmallTable
      label="Members"
      columns={COLUMNS}
      rows={rows.map((member) => {
        const lock = memberLock(access, member, rows, ownId);
        const isOwn = member.userId === ownId;
        return {
          key: member.userId,
          cells: [
            <span key="email" className={styles.email}>
              {member.email}
              {isOwn && <Tag>You</Tag>}
            </span>,
            member.displayName || <span className={styles.none}>–</span>,
            <RoleSelect
              key="role"
              label={`Role of ${member.email}`}
              value={member.role}
              roles={access.grants}
              lock={lock}
              busy={actions.busyWith === member.userId}
              onChange={(role) => actions.changeRole(member, role)}
            />,
            <Permissions key="permissions" member={member} />,
            isOwn || !access.manages ? (
              <span key="actions" className={styles.none}>
                –
              </span>
            ) : (
              <Button
                key="actions"
                type="text"
                size="small"
                danger
                disabled={lock !== null}
                title={lock ?? undefined}
                onClick={() => void actions.remove(member)}
              >
                Remove
                <VisuallyHidden> {nameOf(member)}</VisuallyHidden>
              </Button>
            ),
          ],
        };
      })}
    />
  );
}

/** A failed refresh keeps the earlier rows. */
export function MembersSection({ members, ...rest }: MembersSectionProps) {
  const { data, error, isFetching, refetch } = members;
  if (data) return <Rows {...rest} rows={data} />;
  if (error) {
    return (
      <ErrorState
        title={MEMBERS_FAILED}
        detail={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <div role="status" className={styles.waiting}>
      <VisuallyHidden>Loading members</VisuallyHidden>
      {[0, 1, 2].map((index) => (
        <span key={index} className={styles.shape} aria-hidden />
      ))}
    </div>
  );
}
