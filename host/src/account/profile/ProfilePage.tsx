/** Page `/profile`: identity, permissions and display name of the user. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Avatar, Card, IdLabel, Tag } from '@hindsight/shared-ui/core';
import type { ReactNode } from 'react';
import { DisplayNameForm } from './DisplayNameForm';
import styles from './ProfilePage.module.css';
import { BETA_STATES, listPrivileges } from './privileges';

const ROLES: Record<string, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' };

/** Tag with an explanation. */
function Fact({ tag, children }: { tag: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.fact}>
      {tag}
      <span>{children}</span>
    </li>
  );
}

function Organizations({ memberships }: Pick<UserInfo, 'memberships'>) {
  if (memberships.length === 0)
    return <p className={styles.soft}>You are not a member of an organization.</p>;
  return (
    <ul className={styles.facts}>
      {memberships.map(({ organization_id: id, organization_name: name, role, can_read, can_write }) => (
        <li key={id} className={styles.organization}>
          <span className={styles.place}>{name || `Organization ${id.slice(-8)}`}</span>
          <span className={styles.tags}>
            <Tag tone="brand">{ROLES[role] ?? role}</Tag>
            {can_read && <Tag>Read</Tag>}
            {can_write && <Tag>Write</Tag>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Beta status with a link to the page that explains it; accepted users get no link. */
function BetaStatus({ status }: { status: UserInfo['beta_access_status'] }) {
  const { label, means, tone } = BETA_STATES[status];
  return (
    <ul className={styles.facts}>
      <Fact tag={<Tag tone={tone}>{label}</Tag>}>
        {means} {status === 'not_requested' && <Link to="/beta-access/request">Request access</Link>}
        {status === 'pending' && <Link to="/beta-access/pending">See your request</Link>}
      </Fact>
    </ul>
  );
}

export function ProfilePage() {
  const { user } = useShell().session;
  if (!user) return null;
  const name = user.display_name ?? '';
  return (
    <div className={styles.page}>
      <Card as="section" title="Account">
        <div className={styles.person}>
          <Avatar name={name || user.email} />
          <div className={styles.words}>
            {name && <strong className={styles.name}>{name}</strong>}
            <span className={styles.email}>{user.email}</span>
            {user.user_id !== user.email && <IdLabel id={user.user_id} label="user ID" />}
          </div>
        </div>
        <DisplayNameForm key={name} current={name} />
      </Card>
      <div className={styles.side}>
        <Card as="section" title="Privileges">
          <ul className={styles.facts}>
            {listPrivileges(user).map(({ label, means, tone }) => (
              <Fact key={label} tag={<Tag tone={tone}>{label}</Tag>}>
                {means}
              </Fact>
            ))}
          </ul>
        </Card>
        <Card as="section" title="Beta status">
          <BetaStatus status={user.beta_access_status} />
        </Card>
        <Card as="section" title="Organizations">
          <Organizations memberships={user.memberships} />
        </Card>
      </div>
    </div>
  );
}
