/** The two panes of Organization Management: the list of organizations, and the selected one. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Alert, EmptyState } from '@hindsight/shared-ui/core';
import { useOrganizationList } from '../../api/organizations';
import { creationProblem } from '../../model/access';
import { OrganizationList } from './OrganizationList';
import { SelectedOrganization } from './SelectedOrganization';
import { organizationTexts } from './texts';
import { useOrganizationAddress } from './useOrganizationAddress';
import { ViewModeSwitch } from './ViewModeSwitch';
import styles from './OrganizationsView.module.css';

/** A narrow screen shows one pane at a time; a wide one selects the workspace's organization when the address names none. */
export function OrganizationsView({ user }: { user: UserInfo }) {
  const { scope } = useShell();
  const address = useOrganizationAddress();
  const isRefused = address.mode === 'all' && !user.is_superadmin;
  const mode = isRefused ? 'mine' : address.mode;
  const list = useOrganizationList(mode);
  useExpiredSession(list.error, 'fetch organizations');
  const rows = list.data;
  // The error is shown in place of the list; the right pane would only repeat it.
  const hasFailed = !rows && list.error !== null;
  const first = rows?.find(({ id }) => id === scope.organizationId) ?? rows?.[0];
  const shownId = hasFailed ? '' : address.id || first?.id || '';

  return (
    <div className={styles.view} data-opened={(address.id !== '' && !hasFailed) || undefined}>
      <div className={styles.list}>
        {user.is_superadmin && <ViewModeSwitch mode={mode} onChange={address.setMode} />}
        {isRefused && <Alert>{organizationTexts.allForSuperadmins}</Alert>}
        <OrganizationList
          list={list}
          mode={mode}
          shownId={shownId}
          memberships={user.memberships}
          creationProblem={creationProblem(user)}
          onOpen={address.open}
        />
      </div>
      <div className={styles.opened}>
        {shownId !== '' ? (
          <SelectedOrganization
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
              icon="organization"
              title={organizationTexts.noneTitle}
              description={creationProblem(user) ?? organizationTexts.noneHint}
            />
          )
        )}
      </div>
    </div>
  );
}
