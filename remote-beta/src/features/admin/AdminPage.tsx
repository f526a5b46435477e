/** The page `/beta-access/admin`: beta users and their status, for beta admins. */
import type { BetaAccessUser } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { isForbidden, useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Alert, Button, EmptyState, ErrorState, CardSkeleton } from '@hindsight/shared-ui/core';
import {
  Pagination,
  RefreshControl,
  SelectionBar,
  useClampedPage,
  useSelection,
  useConfirm,
} from '@hindsight/shared-ui/data';
import { useMemo, useState, useRef } from 'react';
import { isDestructive, SETTABLE } from '../../model/betaStatus';
import type { SettableStatus } from '../../model/betaStatus';
import { useAllMatching, useBetaUsers, useSetStatus } from './betaUsers';
import { HistoryDialog } from './HistoryDialog';
import { ACTION_LABELS, consoleTexts, PERSON, confirmationText } from './texts';
import { UserFilters } from './UserFilters';
import { UserTable } from './UserTable';
import { PAGE_SIZE, useUserView } from './useUserView';
import styles from './AdminPage.module.css';
import type { BulkResult } from './betaUsers';

/** The email of a single user, else the number of people. */
function displayName(people: readonly BetaAccessUser[]): string {
  const [first] = people;
  return people.length === 1 && first ? first.email : `${people.length} people`;
}

/** Status changes of rows and selections, with the progress of a bulk update. */
function useDecision() {
  const { toasts, guardWrite, session, refreshSession } = useShell();
  const confirm = useConfirm();
  const { mutateAsync, isPending } = useSetStatus();
  const [progress, setProgress] = useState<{ of: number; at: number } | null>(null);
  const stopping = useRef<AbortController | null>(null);

  function showOutcome(status: SettableStatus, { done, failed, reason }: BulkResult, total: number) {
    if (done + failed < total) toasts.show('warning', consoleTexts.stopped(done, total, failed, reason));
    else if (failed === 0) toasts.show('success', consoleTexts.updated(status, done));
    else if (done === 0) toasts.show('error', consoleTexts.notUpdated(reason));
    else toasts.show('warning', consoleTexts.partlyFailed(failed, total, reason));
  }

  /** @returns whether all users were updated. */
  async function decide(people: readonly BetaAccessUser[], status: SettableStatus): Promise<boolean> {
    if (people.length === 0 || isPending || !guardWrite(consoleTexts.signIn)) return false;
    const confirmation = confirmationText(status, people.length, displayName(people));
    const isConfirmed =
      !confirmation ||
      (await confirm({
        ...confirmation,
        confirmLabel: ACTION_LABELS[status],
        danger: isDestructive(status),
      }));
    if (!isConfirmed) return false;
    const { signal } = (stopping.current = new AbortController());
    const of = people.length;
    setProgress({ of, at: 0 });
    const result = await mutateAsync({
      userIds: people.map(({ user_id }) => user_id),
      status,
      signal,
      onProgress: ({ done, failed }) => setProgress({ of, at: done + failed }),
    });
    setProgress(null);
    showOutcome(status, result, of);
    if (people.some(({ user_id }) => user_id === session.user?.user_id)) void refreshSession();
    return result.done === of;
  }
  return {
    decide,
    isDeciding: isPending,
    /** Progress of a bulk update; null when none is running. */
    progress,
    /** Stops a bulk update; the remaining users keep their status. */
    stop: () => stopping.current?.abort(),
  };
}

/** The host shows "Access Denied" to anyone but beta admins; a 403 from the service does the same. */
export function AdminPage() {
  const { toasts } = useShell();
  const list = useUserView();
  const { view, show } = list;
  const users = useBetaUsers(view);
  const { data, error } = users;
  const ids = useMemo(() => (data?.users ?? []).map(({ user_id }) => user_id), [data]);
  const selection = useSelection(ids, `${view.search} ${view.status}`);
  const { decide, isDeciding, progress, stop } = useDecision();
  const allMatching = useAllMatching();
  const [historySubject, setHistorySubject] = useState<BetaAccessUser | null>(null);
  useExpiredSession(error, 'fetch beta access users');
  const total = users.isPlaceholderData ? undefined : data?.total_count;
  const { page, isPastEnd } = useClampedPage(view.page, { total, size: PAGE_SIZE, show });

  if (isForbidden(error)) {
    return <EmptyState kind="no-access" title="Access Denied" description={consoleTexts.noAccess} />;
  }
  const isChosen = ({ user_id }: BetaAccessUser) => selection.ids.has(user_id);
  async function decideSelected(status: SettableStatus) {
    try {
      const people = selection.isAll
        ? await allMatching.mutateAsync(view)
        : (data?.users ?? []).filter(isChosen);
      if (await decide(people, status)) selection.clear();
    } catch (error) {
      toasts.show('error', `${consoleTexts.loadFailed} ${describeError(error)}`);
    }
  }
  const clearFilters = () => show({ search: '', status: null });

  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <UserFilters list={list} onClear={clearFilters} />
        <RefreshControl
          updatedAt={users.dataUpdatedAt}
          refreshing={users.isFetching}
          onRefresh={() => void users.refetch()}
        />
      </div>
      {data && error && <Alert tone="warn">{consoleTexts.stale}</Alert>}
      {data && data.users.length > 0 && (
        <UserTable
          rows={data.users}
          view={view}
          selection={selection}
          busy={isDeciding}
          onSort={(sort, order) => show({ sort, order })}
          onDecide={(row, status) => void decide([row], status)}
          onHistory={setHistorySubject}
        />
      )}
      {data?.users.length === 0 &&
        !isPastEnd &&
        (view.search === '' && view.status === null ? (
          <EmptyState
            kind="nothing-yet"
            icon="user"
            title={consoleTexts.noneTitle}
            description={consoleTexts.none}
          />
        ) : (
          <EmptyState
            kind="no-match"
            title={consoleTexts.noMatchTitle}
            action={<Button onClick={clearFilters}>Clear all</Button>}
          />
        ))}
      {!data && error && <ErrorState title={consoleTexts.loadFailed} query={users} />}
      {!data && !error && <CardSkeleton rows="tall" label="Loading people" count={9} />}
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={data?.total_count ?? 0}
        label="people"
        onChange={(next) => show({ page: next })}
      />
      <SelectionBar
        count={selection.isAll && data ? data.total_count : selection.ids.size}
        total={data?.total_count ?? null}
        isAll={selection.isAll || selection.ids.size === data?.total_count}
        onSelectAll={isDeciding ? undefined : selection.selectAll}
        onClear={selection.clear}
        noun={PERSON}
      >
        {progress && progress.of > 1 ? (
          <>
            <span role="status">{consoleTexts.progress(progress.at, progress.of)}</span>
            <Button size="small" onClick={stop}>
              Stop
            </Button>
          </>
        ) : (
          SETTABLE.map((status) => (
            <Button
              key={status}
              size="small"
              danger={isDestructive(status)}
              disabled={isDeciding || allMatching.isPending}
              onClick={() => void decideSelected(status)}
            >
              {ACTION_LABELS[status]}
            </Button>
          ))
        )}
      </SelectionBar>
      {historySubject && <HistoryDialog user={historySubject} onClose={() => setHistorySubject(null)} />}
    </div>
  );
}
