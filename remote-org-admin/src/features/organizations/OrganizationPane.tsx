/** One organization: who belongs to it, who is invited, and its end. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon, IdLabel, Tag } from '@hindsight/shared-ui/core';
import { useState, type ReactNode } from 'react';
import { useMembers } from '../../api/members';
import { accessOf, ROLE_LABELS } from '../../model/access';
import { ID_COPIED, type OrganizationRow } from '../../model/organization';
import { DeleteOrganization } from './DeleteOrganization';
import { EditOrganization } from './EditOrganization';
import { InvitationsSection } from './InvitationsSection';
import { InviteMember } from './InviteMember';
import { MembersSection } from './MembersSection';
import { useRoleChange } from './useRoleChange';
import styles from './OrganizationPane.module.css';

interface OrganizationPaneProps {
  organization: OrganizationRow;
  user: UserInfo;
  /** Shown in its place when the membership or the organization is gone. */
  outside: ReactNode;
}

/** What may be done follows the members as they are now, not the session: a role may drop while this is open. */
export function OrganizationPane({ organization, user, outside }: OrganizationPaneProps) {
  const { config, toasts } = useShell();
  const { id, name, slug, isActive } = organization;
  const refreshEvery = config.invitationRefreshMs;
  const members = useMembers(id, { enabled: true, refreshEvery });
  const isGone =
    members.error instanceof ApiError && (members.error.status === 404 || members.error.status === 403);
  const access = accessOf(user, id, isGone ? [] : members.data);
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  useRoleChange(organization, access.role, members.data !== undefined || isGone);
  useExpiredSession(members.error, 'fetch organization members');
  if (isGone || (members.data && !access.mayEnter)) return outside;

  return (
    <article className={styles.pane} aria-label={name}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h3 className={styles.name} dir="auto">
            {name}
          </h3>
          <div className={styles.facts}>
            {slug !== '' && <span>@{slug}</span>}
            <IdLabel id={id} label="organization ID" onCopied={() => toasts.show('success', ID_COPIED)} />
            {!isActive && <Tag tone="warn">Inactive</Tag>}
            {access.role ? (
              <Tag tone="brand">{ROLE_LABELS[access.role]}</Tag>
            ) : (
              <Tag tone="note">Superadmin, not a member</Tag>
            )}
          </div>
        </div>
        <div className={styles.actions}>
          {access.manages && (
            <Button icon={<Icon name="edit" size={16} />} onClick={() => setAsked('edit')}>
              Edit
            </Button>
          )}
          {access.mayDelete && (
            <Button danger onClick={() => setAsked('delete')}>
              Delete Org
            </Button>
          )}
        </div>
      </header>
      {!isActive && <p className={styles.note}>This organization is inactive and can only be read.</p>}
      <section className={styles.section} aria-label="Members">
        <InviteMember organization={organization} access={access} />
        <MembersSection organizationId={id} members={members} access={access} ownId={user.user_id} />
      </section>
      {access.manages && (
        <InvitationsSection organizationId={id} access={access} refreshEvery={refreshEvery} />
      )}
      {asked === 'edit' && <EditOrganization organization={organization} onClose={() => setAsked(null)} />}
      {asked === 'delete' && (
        <DeleteOrganization organization={organization} onClose={() => setAsked(null)} />
      )}
    </article>
  );
}
