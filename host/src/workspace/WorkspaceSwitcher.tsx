/** Shows and switches the active workspace. */
import type { Organization } from '@hindsight/shared-contracts/api';
import { useQuery } from '@hindsight/shared-contracts/query';
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { sameScope, type ActiveScope } from '@hindsight/shared-contracts/events';
import {
  CopyButton,
  Icon,
  IdLabel,
  Input,
  Popover,
  VisuallyHidden,
  type IconName,
} from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { useHost } from '../shell/hostContext';
import { withOverlay } from '../shell/overlayAddress';
import { useStorePart } from '../state/store';
import {
  currentOption,
  foreignOptions,
  SEARCH_BEYOND,
  workspaceOptions,
  type WorkspaceOption,
} from './options';
import { OTHERS_FAILED } from './texts';
import styles from './WorkspaceSwitcher.module.css';

const ID_COPIED = 'Organization ID copied';

const ICONS: Record<ActiveScope['scope'], IconName> = {
  personal: 'user',
  organization: 'organization',
  public: 'globe',
};

function Choice({
  option,
  active,
  onChoose,
}: {
  option: WorkspaceOption;
  active: boolean;
  onChoose(): void;
}) {
  const { toasts } = useShell();
  return (
    <li className={styles.row}>
      <button type="button" className={styles.choice} aria-current={active || undefined} onClick={onChoose}>
        <Icon name={ICONS[option.scope.scope]} />
        <span className={styles.words}>
          <span className={styles.name}>{option.name}</span>{' '}
          {option.detail && <span className={styles.detail}>{option.detail}</span>}
        </span>
        {active && <Icon name="check" size={18} label="Active" />}
      </button>
      {option.organization && (
        <CopyButton
          text={option.organization.id}
          label={`Copy ID of ${option.name}`}
          onCopied={() => toasts.show('success', ID_COPIED)}
        />
      )}
    </li>
  );
}

/** All organizations, for superadmins only. */
function useAllOrganizations() {
  const { session, api } = useShell();
  const all = useQuery({
    queryKey: ['all-organizations'],
    queryFn: ({ signal }) => api.call('GET /organizations/admin', { scope: false, signal }),
    enabled: session.user?.is_superadmin ?? false,
  });
  useExpiredSession(all.error, 'fetch organizations');
  return all;
}

/** Loading error with a retry button. */
function Failed({ text, retry }: { text: string; retry(): void }) {
  return (
    <p className={styles.note} role="alert">
      {text}{' '}
      <button type="button" className={styles.retry} onClick={retry}>
        Try Again
      </button>
    </p>
  );
}

function Choices({ close }: { close(): void }) {
  const { scope, organizations, chooseWorkspace, slotProblem } = useShell();
  const address = useLocation().search;
  const { workspace } = useHost();
  const error = useStorePart(workspace, (state) => state.error);
  const [search, setSearch] = useState('');
  const every = useAllOrganizations();
  const all: readonly Organization[] = every.data ?? [];
  const options = workspaceOptions(organizations, search);
  const foreign = foreignOptions(all, organizations, search);
  const list = (label: string, lines: WorkspaceOption[]) => (
    <ul className={styles.list} aria-label={label}>
      {lines.map((option) => (
        <Choice
          key={option.key}
          option={option}
          active={sameScope(option.scope, scope)}
          onChoose={() => {
            close();
            void chooseWorkspace(option.scope);
          }}
        />
      ))}
    </ul>
  );
  return (
    <div className={styles.panel}>
      {Math.max(organizations.length, all.length) > SEARCH_BEYOND && (
        <Input
          type="search"
          aria-label="Search organizations"
          placeholder="Search organizations"
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.target.value)}
          prefix={<Icon name="search" size={18} />}
        />
      )}
      {list('Workspaces', options)}
      {foreign.length > 0 && (
        <>
          <h3 className={styles.heading}>Not a member</h3>
          {list('Other organizations', foreign)}
        </>
      )}
      {search && options.length === 2 && foreign.length === 0 && (
        <p className={styles.note}>No organization matches this search.</p>
      )}
      {error && <Failed text={error} retry={() => void workspace.reloadOrganizations()} />}
      {!error && every.isError && <Failed text={OTHERS_FAILED} retry={() => void every.refetch()} />}
      {!slotProblem('account.organizations') && (
        <Link className={styles.manage} to={withOverlay(address, 'organizations')} onClick={close}>
          <Icon name="settings" size={18} />
          Create or manage organizations
        </Link>
      )}
    </div>
  );
}

/** Guests have only the public workspace, and no choice. */
export function WorkspaceSwitcher() {
  const { scope, organizations, session, toasts } = useShell();
  const visited = useStorePart(useHost().workspace, (state) => state.visited);
  const current = currentOption(organizations, scope, visited);
  if (session.status === 'guest')
    return (
      <div className={styles.face}>
        <Icon name={ICONS[scope.scope]} />
        <span className={styles.words}>
          <span className={styles.name}>{current.name}</span>
          <span className={styles.detail}>{current.detail}</span>
        </span>
      </div>
    );
  return (
    <div className={styles.switcher}>
      <Popover
        label="Workspaces"
        trigger={
          <>
            <Icon name={ICONS[scope.scope]} />
            <VisuallyHidden>Workspace: </VisuallyHidden>
            <span className={styles.name}>{current.name}</span>
            <Icon name="chevron-down" size={16} />
          </>
        }
        triggerClassName={styles.trigger}
        width={340}
      >
        {(close) => <Choices close={close} />}
      </Popover>
      {scope.organizationId && (
        <span className={styles.id}>
          <IdLabel
            id={scope.organizationId}
            label="organization ID"
            onCopied={() => toasts.show('success', ID_COPIED)}
          />
        </span>
      )}
    </div>
  );
}
