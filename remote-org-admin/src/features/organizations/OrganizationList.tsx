/** Left pane: organizations with search, and the form for a new one. */
import type { Organization, Role, UserInfo } from '@hindsight/shared-contracts/api';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { useHasDraft, useShell } from '@hindsight/shared-contracts/shell';
import { Button, CopyButton, EmptyState, ErrorState, Tag, CardSkeleton } from '@hindsight/shared-ui/core';
import { SearchBox } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { findOrganizations } from '../../model/findOrganizations';
import type { ViewMode } from '../../model/organization';
import { NewOrganizationForm, ORGANIZATION_DRAFT } from './NewOrganizationForm';
import { organizationTexts, ROLE_LABELS } from './texts';
import styles from './OrganizationList.module.css';

interface OrganizationListProps {
  list: Pick<UseQueryResult<Organization[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  mode: ViewMode;
  shownId: string;
  /** Memberships of the user. */
  memberships: UserInfo['memberships'];
  /** Why the user cannot create organizations; null when they can. */
  creationProblem: string | null;
  onOpen(id: string): void;
}

interface EntryProps {
  row: Organization;
  isShown: boolean;
  isMember: boolean;
  /** The user's role in it, if known. */
  role: Role | undefined;
  onOpen(id: string): void;
}

function Entry({ row, isShown, isMember, role, onOpen }: EntryProps) {
  const { toasts } = useShell();
  return (
    <li className={styles.entry} data-shown={isShown || undefined}>
      <button
        type="button"
        className={styles.open}
        aria-current={isShown || undefined}
        onClick={() => onOpen(row.id)}
      >
        <span className={styles.name} dir="auto">
          {row.name}
        </span>
        <span className={styles.facts}>
          {row.slug && <span>@{row.slug}</span>}
          {!row.is_active && <span>(Inactive)</span>}
          {role && <span>{ROLE_LABELS[role]}</span>}
          <Tag tone={isMember ? 'good' : 'neutral'}>{isMember ? 'Member' : 'Not Member'}</Tag>
        </span>
      </button>
      <CopyButton
        text={row.id}
        label={`Copy ID of ${row.name}`}
        size="small"
        onCopied={() => toasts.show('success', organizationTexts.idCopied)}
      />
    </li>
  );
}

function Entries({
  list,
  mode,
  shownId,
  memberships,
  onOpen,
  search,
}: OrganizationListProps & { search: string }) {
  const { data, error } = list;
  if (!data) {
    return error ? (
      <ErrorState title={organizationTexts.listFailed} query={list} />
    ) : (
      <CardSkeleton rows="tall" label="Loading organizations" count={3} />
    );
  }
  const found = findOrganizations(data, search);
  if (found.length === 0) {
    return search.trim() === '' ? (
      <p className={styles.none}>{organizationTexts.none}</p>
    ) : (
      <EmptyState
        kind="no-match"
        title={organizationTexts.noMatchTitle}
        description={organizationTexts.noMatch(search.trim())}
      />
    );
  }
  return (
    <ul className={styles.entries} aria-label={mode === 'all' ? 'All organizations' : 'My organizations'}>
      {found.map((row) => {
        const role = memberships.find(({ organization_id: id }) => id === row.id)?.role;
        return (
          <Entry
            key={row.id}
            row={row}
            isShown={row.id === shownId}
            isMember={mode === 'mine' || role !== undefined}
            role={role}
            onOpen={onOpen}
          />
        );
      })}
    </ul>
  );
}

/** The search filters the loaded list and is not part of the URL. */
export function OrganizationList(props: OrganizationListProps) {
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(useHasDraft(ORGANIZATION_DRAFT));
  return (
    <>
      <div className={styles.tools}>
        <SearchBox label="Search organizations" placeholder="Search" value={search} onChange={setSearch} />
        <Button
          disabled={props.creationProblem}
          aria-expanded={isCreating}
          onClick={() => setIsCreating(!isCreating)}
        >
          + New
        </Button>
      </div>
      {isCreating && (
        <NewOrganizationForm
          onCancel={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false);
            setSearch('');
            props.onOpen(id);
          }}
        />
      )}
      <Entries {...props} search={search} />
    </>
  );
}
