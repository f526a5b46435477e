/** One organization: members, invitations, editing and deletion. */
import type { Organization, UserInfo, Member } from '@hindsight/shared-contracts/api';
import { mayManage, LAST_OWNER, describeError } from '@hindsight/shared-contracts/rules';
import { useHasDraft, useShell } from '@hindsight/shared-contracts/shell';
import { Link } from '@hindsight/shared-contracts/router';
import { Button, Icon, IdLabel, Tag } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { DeleteOrganization } from './DeleteOrganization';
import { EditOrganization, organizationDraftKey } from './EditOrganization';
import { InvitationsSection } from './InvitationsSection';
import { InviteMember } from './InviteMember';
import { MembersSection } from './MembersSection';
import { organizationTexts, ROLE_LABELS, leavingTexts } from './texts';
import { useOrganizationActor } from './useOrganizationActor';
import styles from './OrganizationPane.module.css';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useLeaveOrganization } from '../../api/organizations';
import { useOrganizationAddress } from './useOrganizationAddress';

interface LeaveOrganizationProps {
  organization: Organization;
  members: readonly Member[];
  ownId: string;
}

/** Disabled for the last owner, whom the service would reject. */
function LeaveOrganization({ organization, members, ownId }: LeaveOrganizationProps) {
  const { toasts } = useShell();
  const confirm = useConfirm();
  const { showList } = useOrganizationAddress();
  const { mutate, isPending } = useLeaveOrganization(organization.id, () => {
    toasts.show('success', leavingTexts.left(organization.name));
    showList();
  });
  const owners = members.filter(({ role }) => role === 'owner');
  const isLastOwner = owners.length === 1 && owners[0]?.user_id === ownId;

  async function leave() {
    const isSure = await confirm({
      title: leavingTexts.title(organization.name),
      message: leavingTexts.question,
      confirmLabel: leavingTexts.leave,
      danger: true,
    });
    if (!isSure) return;
    mutate(undefined, {
      onError: (error) => toasts.show('error', leavingTexts.failed(describeError(error))),
    });
  }

  return (
    <Button loading={isPending} disabled={isLastOwner ? LAST_OWNER : null} onClick={() => void leave()}>
      {leavingTexts.leave}
    </Button>
  );
}

interface OrganizationPaneProps {
  organization: Organization;
  user: UserInfo;
  /** Fallback when the membership or the organization is gone. */
  outside: ReactNode;
}

export function OrganizationPane({ organization, user, outside }: OrganizationPaneProps) {
  const { toasts, scope, chooseWorkspace } = useShell();
  const { id, name, slug, is_active } = organization;
  const { members, standing, actor, refetchInterval, isOutside } = useOrganizationActor(organization, user);
  const isActiveWorkspace = scope.organizationId === id;
  const mayWorkHere = Boolean(actor.role) && user.beta_access_status === 'accepted';
  const hasDraft = useHasDraft(organizationDraftKey(id));
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete' | null>(hasDraft ? 'edit' : null);
  if (isOutside) return outside;

  return (
    <article className={styles.pane} aria-label={name}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h3 className={styles.name} dir="auto">
            {name}
          </h3>
          <div className={styles.facts}>
            {slug && <span>@{slug}</span>}
            <IdLabel
              id={id}
              label="organization ID"
              onCopied={() => toasts.show('success', organizationTexts.idCopied)}
            />
            {!is_active && <Tag tone="warn">Inactive</Tag>}
            {isActiveWorkspace && <Tag tone="good">{organizationTexts.isActiveWorkspace}</Tag>}
            {standing.role ? (
              <Tag tone="brand">{ROLE_LABELS[standing.role]}</Tag>
            ) : (
              <Tag tone="note">Superadmin, not a member</Tag>
            )}
          </div>
        </div>
        <div className={styles.actions}>
          {mayWorkHere && !isActiveWorkspace && (
            <Button onClick={() => void chooseWorkspace({ scope: 'organization', organizationId: id })}>
              {organizationTexts.switchTo}
            </Button>
          )}
          {mayManage(actor) && (
            <Button icon={<Icon name="edit" size={16} />} onClick={() => setOpenDialog('edit')}>
              Edit
            </Button>
          )}
          {mayManage(actor) && (
            <Link className={styles.link} to={`/settings/workspace/audit?organization=${id}`}>
              <Icon name="clock" size={16} />
              Audit trail
            </Link>
          )}
          {actor.role && members.data && (
            <LeaveOrganization organization={organization} members={members.data} ownId={user.user_id} />
          )}
          {mayManage(actor) && (
            <Button danger onClick={() => setOpenDialog('delete')}>
              Delete Org
            </Button>
          )}
        </div>
      </header>
      {!is_active && <p className={styles.note}>{organizationTexts.inactive}</p>}
      {mayManage(standing) && !mayManage(actor) && (
        <p className={styles.note}>{organizationTexts.accessNeeded}</p>
      )}
      <section className={styles.section} aria-label="Members">
        <InviteMember organization={organization} actor={actor}>
          <h4 className={styles.title}>Members</h4>
        </InviteMember>
        <MembersSection organizationId={id} members={members} actor={actor} ownId={user.user_id} />
      </section>
      {mayManage(actor) && (
        <InvitationsSection
          organizationId={id}
          actor={actor}
          refetchInterval={refetchInterval}
          heading={<h4 className={styles.title}>Invitations</h4>}
        />
      )}
      {openDialog === 'edit' && (
        <EditOrganization organization={organization} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'delete' && (
        <DeleteOrganization organization={organization} onClose={() => setOpenDialog(null)} />
      )}
    </article>
  );
}
