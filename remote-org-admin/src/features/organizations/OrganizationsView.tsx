/** The two panes of Organization Management: which organizations there are, and the one that is opened. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { useOrganizationList } from '../../api/organizations';
import { ALL_FOR_SUPERADMINS } from '../../model/organization';
import { OpenedOrganization } from './OpenedOrganization';
import { OrganizationList } from './OrganizationList';
import { useOrganizationAddress } from './useOrganizationAddress';
import { ViewModeSwitch } from './ViewModeSwitch';
import styles from './OrganizationsView.module.css';

/** On a narrow screen one pane at a time; on a wide one the workspace's organization is opened when the address names none. */
export function OrganizationsView({ user }: { user: UserInfo }) {
  const { scope } = useShell();
  const address = useOrganizationAddress();
  const isRefused = address.mode === 'all' && !user.is_superadmin;
  const mode = isRefused ? 'mine' : address.mode;
  const list = useOrganizationList(mode);
  useExpiredSession(list.error, 'fetch organizations');
  const rows = list.data;
  // Said once, where the list would be: the one organization would say it again.
  const hasFailed = !rows && list.error !== null;
  const first = rows?.find(({ id }) => id === scope.organizationId) ?? rows?.[0];
  const shownId = hasFailed ? '' : address.id || first?.id || '';

  return (
    <div className={styles.view} data-opened={(address.id !== '' && !hasFailed) || undefined}>
      <div className={styles.list}>
        {user.is_superadmin && <ViewModeSwitch mode={mode} onChange={address.setMode} />}
        {isRefused && (
          <p role="alert" className={styles.refused}>
            {ALL_FOR_SUPERADMINS}
          </p>
        )}
        <OrganizationList
          list={list}
          mode={mode}
          shownId={shownId}
          memberOf={user.memberships.map(({ organization_id }) => organization_id)}
          onOpen={address.open}
        />
      </div>
      <div className={styles.opened}>
        {shownId !== '' ? (
          <OpenedOrganization
            key={shownId}
            id={shownId}
            listed={rows?.find(({ id }) => id === shownId)}
            isListKnown={rows !== undefined}
            user={user}
            onBack={address.showList}
          />
        ) : (
          rows && (
            <EmptyState
              kind="nothing-yet"
              title="No organization yet"
              description="Create one with “+ New”: you become its owner and can invite others."
            />
          )
        )}
      </div>
    </div>
  );
}
