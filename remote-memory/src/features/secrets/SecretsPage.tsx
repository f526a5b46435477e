/** The page `/secrets`: secrets that were found in memories, and what the workspace does with those to come. */
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { describeError, writeProblem } from '@hindsight/shared-contracts/rules';
import { Button, Card, CardSkeleton, EmptyState, ErrorState, StaleNotice } from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  Pagination,
  Segmented,
  useClampedPage,
  useListView,
} from '@hindsight/shared-ui/data';
import { RadioGroup } from '@hindsight/shared-ui/form';
import { SECRETS_PAGE_SIZE, useSecretFindings, useSecretPolicy } from '../../api/secrets';
import { reachableRows, usePlaces } from '../lists/usePlaces';
import { FindingList } from './FindingList';
import styles from './SecretsPage.module.css';
import {
  EMPTY,
  findingsFailed,
  FIXED_MODE,
  MODE_QUESTION,
  MODES,
  policyFailed,
  SCANNING,
  STATES,
} from './texts';
import { useSecretActions } from './useSecretActions';

const PARAMETERS = {
  state: choiceParameter(
    STATES.map(({ value }) => value),
    'open',
  ),
};

/** The choice of the workspace; people who may not change it see it all the same. */
function Policy({ onChoose }: { onChoose: ReturnType<typeof useSecretActions>['choose'] }) {
  const { scope } = useShell();
  const { data, error, isFetching, refetch } = useSecretPolicy();
  if (!data && error)
    return (
      <ErrorState
        title={policyFailed(describeError(error))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return null;
  const fixed = scope.scope === 'public' ? FIXED_MODE.public : FIXED_MODE.organization;
  return (
    <Card>
      <RadioGroup
        label={MODE_QUESTION}
        value={data.mode}
        options={MODES}
        disabled={!data.may_change}
        hint={data.may_change ? undefined : fixed}
        onChange={(mode) => void onChoose(mode)}
      />
    </Card>
  );
}

/** Findings by their state, newest first. */
export function SecretsPage() {
  const { session, scope } = useShell();
  const problem = writeProblem(session, scope);
  const list = useListView(PARAMETERS);
  const { view, show } = list;
  const { place, turn } = usePlaces<string>(list, scopeKey(scope));
  const findings = useSecretFindings(view.state, view.page, place);
  const { choose, decide, scan, isScanning } = useSecretActions();
  const { data, error, isFetching, isPlaceholderData } = findings;
  useExpiredSession(error, 'load secrets');
  const rows = data && reachableRows(data, { page: view.page, size: SECRETS_PAGE_SIZE });
  const total = isPlaceholderData ? undefined : rows;
  const { page, isPastEnd } = useClampedPage(view.page, { total, size: SECRETS_PAGE_SIZE, show });
  const retry = () => void findings.refetch();
  const isWaiting = isPastEnd || (isPlaceholderData && data?.items.length === 0);
  return (
    <div className={styles.page}>
      <Policy onChoose={choose} />
      <div className={styles.bar}>
        <Segmented
          label="State"
          value={view.state}
          options={[...STATES]}
          onChange={(state) => show({ state })}
        />
        <Button onClick={() => void scan()} loading={isScanning} disabled={problem}>
          {isScanning ? SCANNING : 'Scan all memories'}
        </Button>
      </div>
      {!data && error && (
        <ErrorState title={findingsFailed(describeError(error))} onRetry={retry} retrying={isFetching} />
      )}
      {data && error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {((!data && !error) || (data && isWaiting)) && <CardSkeleton count={3} />}
      {data && !isWaiting && data.items.length === 0 && (
        <EmptyState kind="nothing-yet" icon="lock" {...EMPTY[view.state]} />
      )}
      {data && !isWaiting && data.items.length > 0 && (
        <FindingList
          findings={data.items}
          isOutdated={isPlaceholderData}
          problem={problem}
          onDecide={(finding, state) => void decide(finding, state)}
        />
      )}
      {data && (
        <Pagination
          page={page}
          pageSize={SECRETS_PAGE_SIZE}
          total={rows ?? 0}
          onChange={(next) => {
            const last = data.items.at(-1);
            turn(next, last ? `${last.found_at}_${last.id}` : place);
          }}
          label="secrets"
        />
      )}
    </div>
  );
}
