/** Organization Management: a dialog that the host opens via the URL on any page. */
import { useShell, useExpiredSession } from '@hindsight/shared-contracts/shell';
import type { OverlayProps } from '@hindsight/shared-contracts/shell';
import { EmptyState, PageSkeleton, Alert } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { organizationTexts } from './texts';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { useOrganizationList } from '../../api/organizations';
import { creationProblem } from '../../model/access';
import { OrganizationList } from './OrganizationList';
import { SelectedOrganization } from './SelectedOrganization';
import { useOrganizationAddress } from './useOrganizationAddress';
import styles from './OrganizationsView.module.css';
import { Segmented, useConfirm } from '@hindsight/shared-ui/data';
import type { ViewMode } from '../../model/organization';

const MODES = [
  { value: 'mine', label: 'My Organizations' },
  { value: 'all', label: 'All Organizations' },
] as const;

/** Confirms the switch to all organizations, where changes affect people who do not know this superadmin. */
function ViewModeSwitch({ mode, onChange }: { mode: ViewMode; onChange(mode: ViewMode): void }) {
  const confirm = useConfirm();
  async function choose(next: ViewMode) {
    if (next === 'mine') return onChange(next);
    const sure = await confirm({
      title: organizationTexts.showAllTitle,
      message: organizationTexts.showAll,
      confirmLabel: 'Switch',
    });
    if (sure) onChange('all');
  }
  return <Segmented label="View" value={mode} options={[...MODES]} onChange={(next) => void choose(next)} />;
}

/** Narrow screens show one pane at a time; wide ones select the workspace's organization when the URL names none. */
function OrganizationsView({ user }: { user: UserInfo }) {
  const { scope } = useShell();
  const address = useOrganizationAddress();
  const isRefused = address.mode === 'all' && !user.is_superadmin;
  const mode = isRefused ? 'mine' : address.mode;
  const list = useOrganizationList(mode);
  useExpiredSession(list.error, 'fetch organizations');
  const rows = list.data;
  // The list shows the error; the right pane would only repeat it.
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

function Content() {
  const { session } = useShell();
  if (session.status === 'loading') return <PageSkeleton />;
  if (!session.user) {
    return <EmptyState kind="no-access" title="Access Denied" description={organizationTexts.signedOut} />;
  }
  return <OrganizationsView key={session.user.user_id} user={session.user} />;
}

/** Shows "Access Denied" to users who are not signed in. */
export function OrganizationsDialog({ close }: OverlayProps) {
  return (
    <Modal title="Organization Management" size="wide" onClose={close} closeOnBackdrop={false}>
      <Content />
    </Modal>
  );
}
