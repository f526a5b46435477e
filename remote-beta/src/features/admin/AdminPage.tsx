/** The page `/beta-access/admin`: everybody in the beta programme, for those who decide about it. */
import { isForbidden, useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, VisuallyHidden } from '@hindsight/shared-ui/core';
import { Pagination, RefreshControl, SelectionBar } from '@hindsight/shared-ui/data';
import { useEffect, useEffectEvent, useState } from 'react';
import { useBetaUsers, useEverybody } from '../../api/betaUsers';
import { ACTION_LABELS, SETTABLE, USERS_FAILED } from '../../model/betaStatus';
import type { BetaUserRow } from '../../model/betaUser';
import { PAGE_SIZE } from '../../model/userView';
import { HistoryDialog } from './HistoryDialog';
import { useDecision } from './useDecision';
import { UserFilters } from './UserFilters';
import { UserTable } from './UserTable';
import { useSelection } from './useSelection';
import { useUserView } from './useUserView';
import styles from './AdminPage.module.css';

const PERSON = { one: 'person', many: 'people' };

/** Leads from a page behind the last one, e.g. of an old link, to the last one. Answers whether it is on its way. */
function useLastPage(
  page: number,
  data: { rows: unknown[]; total: number } | undefined,
  change: (next: { page: number }, replace: boolean) => void,
): boolean {
  const last = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  const isPast = data?.rows.length === 0 && last > 0 && page > last;
  const lead = useEffectEvent(() => change({ page: last }, true));
  useEffect(() => {
    if (isPast) lead();
  }, [isPast]);
  return isPast;
}

/** Others than beta admins meet the host's "Access Denied"; the service has the last word here. */
export function AdminPage() {
  const { toasts } = useShell();
  const { view, draft, setSearch, change } = useUserView();
  const users = useBetaUsers(view);
  const { data, error } = users;
  const selection = useSelection();
  const { decide, isDeciding, progress, stop } = useDecision();
  const everybody = useEverybody();
  const [asked, setAsked] = useState<BetaUserRow | null>(null);
  useExpiredSession(error, 'fetch beta access users');
  const isPastEnd = useLastPage(view.page, data, change);

  if (isForbidden(error)) {
    return (
      <EmptyState
        kind="no-access"
        title="Access Denied"
        description="This page is for beta access administrators. An administrator can give you that role."
      />
    );
  }
  const selectEverybody = () =>
    everybody.mutate(view, {
      onSuccess: (rows) => selection.set(rows, true),
      onError: () => toasts.show('error', USERS_FAILED),
    });
  const clearFilters = () => {
    setSearch('');
    change({ search: '', status: null });
  };

  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <UserFilters
          view={view}
          search={draft}
          onSearch={setSearch}
          onChange={change}
          onClear={clearFilters}
        />
        <RefreshControl
          updatedAt={users.dataUpdatedAt}
          refreshing={users.isFetching}
          onRefresh={() => void users.refetch()}
        />
      </div>
      {data && error && (
        <p role="alert" className={styles.stale}>
          {USERS_FAILED} These are the ones from before.
        </p>
      )}
      {data && data.rows.length > 0 && (
        <UserTable
          rows={data.rows}
          view={view}
          isSelected={selection.has}
          busy={isDeciding}
          onSort={(sortBy, order) => change({ sortBy, order })}
          onSelect={selection.set}
          onDecide={(row, status) => void decide([row], status)}
          onHistory={setAsked}
        />
      )}
      {data?.rows.length === 0 &&
        !isPastEnd &&
        (view.search === '' && view.status === null ? (
          <EmptyState
            kind="nothing-yet"
            title="Nobody yet"
            description="People appear here when they first sign in."
          />
        ) : (
          <EmptyState
            kind="no-match"
            title="Nobody matches"
            action={<Button onClick={clearFilters}>Clear all</Button>}
          />
        ))}
      {!data && error && (
        <ErrorState
          title={USERS_FAILED}
          detail={error.message}
          onRetry={() => void users.refetch()}
          retrying={users.isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" className={styles.waiting}>
          <VisuallyHidden>Loading people</VisuallyHidden>
        </div>
      )}
      <Pagination
        page={view.page}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        label="people"
        onChange={(page) => change({ page })}
      />
      <SelectionBar
        count={selection.rows.length}
        total={data?.total ?? null}
        onSelectAll={isDeciding || everybody.isPending ? undefined : selectEverybody}
        onClear={selection.clear}
        noun={PERSON}
      >
        {progress && progress.of > 1 ? (
          <>
            <span role="status">
              {progress.at} of {progress.of} changed
            </span>
            <Button size="small" onClick={stop}>
              Stop
            </Button>
          </>
        ) : (
          SETTABLE.map((status) => (
            <Button
              key={status}
              size="small"
              danger={status === 'denied' || status === 'revoked'}
              disabled={isDeciding || everybody.isPending}
              onClick={() => void decide(selection.rows, status).then((done) => done && selection.clear())}
            >
              {ACTION_LABELS[status]}
            </Button>
          ))
        )}
      </SelectionBar>
      {asked && <HistoryDialog user={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
