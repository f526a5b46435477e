/** Shows which workspace is active and changes it. */
import { useShell } from '@hindsight/shared-contracts/shell';
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
import { useStore } from '../state/store';
import { currentOption, SEARCH_BEYOND, workspaceOptions, type WorkspaceOption } from './options';
import styles from './WorkspaceSwitcher.module.css';

export const ID_COPIED = 'Organization ID copied';

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

function Choices({ close }: { close(): void }) {
  const { scope, organizations } = useShell();
  const { workspace } = useHost();
  const { error } = useStore(workspace);
  const [search, setSearch] = useState('');
  const options = workspaceOptions(organizations, search);
  return (
    <div className={styles.panel}>
      {organizations.length > SEARCH_BEYOND && (
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
      <ul className={styles.list} aria-label="Workspaces">
        {options.map((option) => (
          <Choice
            key={option.key}
            option={option}
            active={sameScope(option.scope, scope)}
            onChoose={() => {
              close();
              workspace.choose(option.scope);
            }}
          />
        ))}
      </ul>
      {search && options.length === 2 && <p className={styles.note}>No organization matches this search.</p>}
      {error && (
        <p className={styles.note} role="alert">
          {error}{' '}
          <button type="button" className={styles.retry} onClick={() => void workspace.reloadOrganizations()}>
            Try Again
          </button>
        </p>
      )}
    </div>
  );
}

/** A guest has one workspace, the public one, and no choice. */
export function WorkspaceSwitcher() {
  const { scope, organizations, session } = useShell();
  const current = currentOption(organizations, scope);
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
          <IdLabel id={scope.organizationId} label="organization ID" />
        </span>
      )}
    </div>
  );
}
