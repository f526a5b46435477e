/** User menu: account name, account pages, theme and sign-out. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Avatar, Icon, isIconName, Popover, Tag, type IconName } from '@hindsight/shared-ui/core';
import { useRegistry } from '../federation/federation';
import { isDevelopmentUser } from '../session/userInfo';
import { accountEntries } from './navigation';
import { withOverlay } from './overlayAddress';
import { ThemeChoice } from './ThemeChoice';
import styles from './UserMenu.module.css';
import { signOutAddress, useSignOut } from './useSignOut';

function Person({ user, name }: { user: UserInfo; name: string }) {
  return (
    <div className={styles.person}>
      <Avatar name={name} />
      <div className={styles.words}>
        {user.display_name && <strong className={styles.name}>{user.display_name}</strong>}
        <span className={styles.email}>{user.email}</span>
        <span className={styles.state}>{isDevelopmentUser(user) ? 'Development Mode' : 'Signed in'}</span>
        {(user.is_superadmin || user.beta_access_admin) && (
          <span className={styles.badges}>
            {user.is_superadmin && <Tag tone="brand">Superadmin</Tag>}
            {user.beta_access_admin && <Tag tone="note">Beta Admin</Tag>}
          </span>
        )}
      </div>
    </div>
  );
}

interface ItemProps {
  icon: IconName;
  label: string;
  /** Path or query within the dashboard. */
  to: string;
  /** Why it cannot be opened now. */
  problem?: string | null;
  onChoose(): void;
}

function Item({ icon, label, to, problem, onChoose }: ItemProps) {
  const content = (
    <>
      <Icon name={icon} size={18} />
      {label}
    </>
  );
  if (!problem) {
    return (
      <Link className={styles.item} to={to} onClick={onChoose}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.item} aria-disabled title={problem}>
      {content}
    </button>
  );
}

function Donate({ onChoose }: { onChoose(): void }) {
  const { config } = useShell();
  if (!config.donateUrl) return <Item icon="donate" label="Donate" to="/support" onChoose={onChoose} />;
  return (
    <a
      className={styles.item}
      href={config.donateUrl}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onChoose}
    >
      <Icon name="donate" size={18} />
      Donate
    </a>
  );
}

function SignOut({ user }: { user: UserInfo }) {
  const signOut = useSignOut();
  return (
    <a
      className={styles.item}
      href={signOutAddress(user)}
      onClick={(event) => {
        event.preventDefault();
        void signOut(user);
      }}
    >
      <Icon name="sign-out" size={18} />
      Sign Out
    </a>
  );
}

function Items({ user, close }: { user: UserInfo; close(): void }) {
  const { session, slotProblem } = useShell();
  const { search } = useLocation();
  const { registry } = useRegistry();
  return (
    <div className={styles.items}>
      <Donate onChoose={close} />
      <Item icon="user" label="Profile" to="/profile" onChoose={close} />
      <Item icon="token" label="API Tokens" to="/tokens" onChoose={close} />
      <Item
        icon="organization"
        label="Manage Organizations"
        to={withOverlay(search, 'organizations')}
        problem={slotProblem('account.organizations')}
        onChoose={close}
      />
      {accountEntries(registry, session).map(({ path, label, icon }) => (
        <Item
          key={path}
          icon={isIconName(icon) ? icon : 'settings'}
          label={label}
          to={path}
          onChoose={close}
        />
      ))}
      <Item icon="info" label="About" to={withOverlay(search, 'about')} onChoose={close} />
      <SignOut user={user} />
    </div>
  );
}

export function UserMenu({ user }: { user: UserInfo }) {
  const name = user.display_name ?? user.email;
  return (
    <Popover
      label="Account"
      trigger={<Avatar name={name} />}
      triggerLabel={`Account: ${user.email}`}
      placement="bottom-end"
      width={320}
    >
      {(close) => (
        <>
          <Person user={user} name={name} />
          <ThemeChoice />
          <Items user={user} close={close} />
        </>
      )}
    </Popover>
  );
}
