/** One organization: its members, its invitations, editing and deleting it. */
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { mayEnter, mayManage } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useHasDraft, useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon, IdLabel, lazyDialog, Tag } from '@hindsight/shared-ui/core';
import { useState, type ReactNode } from 'react';
import { useMembers } from '../../api/members';
import { actingAs, actorIn } from '../../model/access';
import type { AuditTrailProps } from '../auditTrail/AuditTrail';
import { DeleteOrganization } from './DeleteOrganization';
import { EditOrganization, organizationDraftKey } from './EditOrganization';
import { InvitationsSection } from './InvitationsSection';
import { InviteMember } from './InviteMember';
import { LeaveOrganization } from './LeaveOrganization';
import { MembersSection } from './MembersSection';
import { organizationTexts, ROLE_LABELS } from './texts';
import { useRoleUpdates } from './useRoleUpdates';
import styles from './OrganizationPane.module.css';

const AuditTrail = lazyDialog<AuditTrailProps>(() =>
  import('../auditTrail/AuditTrail').then((module) => module.AuditTrail),
);

interface OrganizationPaneProps {
  organization: Organization;
  user: UserInfo;
  /** Shown instead when the membership or the organization is gone. */
  outside: ReactNode;
}

/** Access follows the polled members, not the session: a role may change while this is open. */
export function OrganizationPane({ organization, user, outside }: OrganizationPaneProps) {
  const { config, toasts, scope, chooseWorkspace } = useShell();
  const { id, name, slug, is_active } = organization;
  const refetchInterval = config.invitationRefreshMs;
  const members = useMembers(id, refetchInterval);
  const isGone =
    members.error instanceof ApiError && (members.error.status === 404 || members.error.status === 403);
  const standing = actorIn(user, id, isGone ? [] : members.data);
  const actor = actingAs(standing, user);
  const isActiveWorkspace = scope.organizationId === id;
  const mayWorkHere = Boolean(actor.role) && user.beta_access_status === 'accepted';
  const hasDraft = useHasDraft(organizationDraftKey(id));
  const [openDialog, setOpenDialog] = useState<'edit' | 'audit' | 'delete' | null>(hasDraft ? 'edit' : null);
  useRoleUpdates(organization, standing.role ?? null, members.data !== undefined || isGone);
  useExpiredSession(members.error, 'fetch organization members');
  if (isGone || (members.data && !mayEnter(actor))) return outside;

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
          {mayManage(actor) && members.data && (
            <Button icon={<Icon name="clock" size={16} />} onClick={() => setOpenDialog('audit')}>
              Audit Trail
            </Button>
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
        <InviteMember organization={organization} actor={actor} />
        <MembersSection organizationId={id} members={members} actor={actor} ownId={user.user_id} />
      </section>
      {mayManage(actor) && (
        <InvitationsSection organizationId={id} actor={actor} refetchInterval={refetchInterval} />
      )}
      {openDialog === 'edit' && (
        <EditOrganization organization={organization} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'audit' && members.data && mayManage(actor) && (
        <AuditTrail organization={organization} members={members.data} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'delete' && (
        <DeleteOrganization organization={organization} onClose={() => setOpenDialog(null)} />
      )}
    </article>
  );
}
