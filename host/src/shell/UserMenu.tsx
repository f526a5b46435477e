/** Who is signed in, how the page looks, and the way out. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { Avatar, Icon, Popover, Tag } from '@hindsight/shared-ui/core';
import { signOutUrl } from '../session/links';
import { isDevelopmentUser } from '../session/userInfo';
import { ThemeChoice } from './ThemeChoice';
import styles from './UserMenu.module.css';

export function UserMenu({ user }: { user: UserInfo }) {
  const name = user.display_name ?? user.email;
  const development = isDevelopmentUser(user);
  return (
    <Popover
      label="Account"
      trigger={<Avatar name={name} />}
      triggerLabel={`Account: ${user.email}`}
      placement="bottom-end"
      width={320}
    >
      <div className={styles.person}>
        <Avatar name={name} />
        <div className={styles.words}>
          {user.display_name && <strong className={styles.name}>{user.display_name}</strong>}
          <span className={styles.email}>{user.email}</span>
          <span className={styles.state}>{development ? 'Development Mode' : 'Signed in'}</span>
          {(user.is_superadmin || user.beta_access_admin) && (
            <span className={styles.badges}>
              {user.is_superadmin && <Tag tone="brand">Superadmin</Tag>}
              {user.beta_access_admin && <Tag tone="note">Beta Admin</Tag>}
            </span>
          )}
        </div>
      </div>
      <ThemeChoice />
      <a className={styles.item} href={signOutUrl(window.location.origin, development)}>
        <Icon name="sign-out" size={18} />
        Sign Out
      </a>
    </Popover>
  );
}
