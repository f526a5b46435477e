/** Header above every page: workspace on the left, the user's controls on the right. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Link } from '@hindsight/shared-contracts/router';
import { Icon, IconButton, Tag } from '@hindsight/shared-ui/core';
import type { Ref } from 'react';
import { GetStartedButton } from '../get-started/GetStartedButton';
import { WorkspaceSwitcher } from '../workspace/WorkspaceSwitcher';
import styles from './Header.module.css';
import { useHost } from './hostContext';
import { SignInLink } from './SignInLink';
import { SlotOutlet } from './SlotOutlet';
import { UNFILLED } from './slotProblem';
import { useIdle } from './useIdle';
import { UserMenu } from './UserMenu';

const GUEST_BADGE = 'Guest Mode · Read-only';

const NOTIFICATIONS = 'Notifications';

/** Its remote loads after the page. Until then, and when it fails, the bell is a link to the notifications page. */
function Bell() {
  const isIdle = useIdle();
  const renderBellLink = (retry?: () => void) => (
    <Link
      to="/notifications"
      className={styles.bell}
      aria-label={NOTIFICATIONS}
      title={NOTIFICATIONS}
      onClick={retry}
    >
      <Icon name="bell" />
    </Link>
  );
  if (!isIdle) return renderBellLink();
  return (
    <SlotOutlet
      name="header.notifications"
      props={{}}
      options={{
        loading: renderBellLink(),
        unavailable: (reason, retry) => (reason === UNFILLED ? null : renderBellLink(retry)),
      }}
    />
  );
}

interface HeaderProps {
  menuRef: Ref<HTMLButtonElement>;
  onMenu(): void;
}

export function Header({ menuRef, onMenu }: HeaderProps) {
  const { session } = useShell();
  const host = useHost();
  return (
    <header className={styles.header}>
      <IconButton ref={menuRef} label="Open navigation" className={styles.menu} onClick={onMenu}>
        <Icon name="menu" />
      </IconButton>
      <div className={styles.start}>
        {(session.status === 'signed-in' || session.status === 'guest') && <WorkspaceSwitcher />}
      </div>
      <div className={styles.end}>
        {session.status === 'guest' && (
          <span className={styles.guest}>
            <Tag tone="warn" icon="eye">
              {GUEST_BADGE}
            </Tag>
            <IconButton label="Leave guest mode" onClick={host.session.leaveGuestMode}>
              <Icon name="sign-out" size={18} />
            </IconButton>
          </span>
        )}
        <IconButton
          label="Command palette (Ctrl or Cmd with K)"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => host.tools.set('palette')}
        >
          <Icon name="search" />
        </IconButton>
        {session.status === 'loading' && <span className={styles.reserved} />}
        {(session.status === 'signed-in' || session.status === 'guest') && <GetStartedButton />}
        {session.status === 'signed-in' && <Bell />}
        {session.status === 'signed-in' && <UserMenu user={session.user} />}
        {(session.status === 'guest' || session.status === 'signed-out') && <SignInLink />}
      </div>
    </header>
  );
}
