/** The page `/secrets`: secrets found in memories, and the workspace's handling of new ones. */
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { describeError, writeProblem } from '@hindsight/shared-contracts/rules';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  StaleNotice,
  RelativeTime,
  Tag,
  CardSkeleton,
} from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  Pagination,
  Segmented,
  useClampedPage,
  useListView,
  useConfirm,
} from '@hindsight/shared-ui/data';
import { RadioGroup } from '@hindsight/shared-ui/form';
import {
  SECRETS_PAGE_SIZE,
  useSecretFindings,
  useSecretPolicy,
  setSecretMode,
  decideSecret,
  scanForSecrets,
} from '../../api/secrets';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';
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
  changeFailed,
  MASK_ONE,
  MASK_STORED,
  scanText,
  describePlace,
} from './texts';
import { useCallback, useState } from 'react';
import type { SecretFinding, SecretMode, SecretState } from '@hindsight/shared-contracts/api';
import { useQueryClient, useScopedKey } from '@hindsight/shared-contracts/query';
import { useWriteContext } from '../../api/memoryWrites';
import { useFailureToast } from '../blockActions/useFailureToast';
import rows from '../analytics/UnusedList.module.css';
import { BlockLink } from '../cards/BlockLink';

interface FindingListProps {
  findings: readonly SecretFinding[];
  /** The rows belong to the previous view while the next ones load. */
  isOutdated: boolean;
  /** Why the buttons are disabled, or null. */
  problem: string | null;
  onDecide(finding: SecretFinding, state: SecretState): void;
}

function Actions({
  finding,
  problem,
  onDecide,
}: { finding: SecretFinding } & Pick<FindingListProps, 'problem' | 'onDecide'>) {
  const name = `${finding.kind} ${describePlace(finding)}`;
  const off = { disabled: problem !== null, title: problem ?? undefined };
  if (finding.state === 'masked') return null;
  if (finding.state === 'not_a_secret') {
    return (
      <Button {...off} onClick={() => onDecide(finding, 'open')} aria-label={`Reopen: ${name}`}>
        Reopen
      </Button>
    );
  }
  return (
    <div className={styles.actions}>
      <Button {...off} onClick={() => onDecide(finding, 'masked')} aria-label={`Redact: ${name}`}>
        Redact
      </Button>
      <Button {...off} onClick={() => onDecide(finding, 'not_a_secret')} aria-label={`Not a secret: ${name}`}>
        Not a secret
      </Button>
    </div>
  );
}

/** One row per finding; never shows the secret itself. */
function FindingList({ findings, isOutdated, problem, onDecide }: FindingListProps) {
  return (
    <ul className={rows.list} aria-label="Secrets" aria-busy={isOutdated}>
      {findings.map((finding) => (
        <li key={finding.id} className={`${rows.row} ${styles.row}`}>
          <div className={rows.words}>
            <p className={rows.facts}>
              <Tag>{finding.kind}</Tag>
              <span>{describePlace(finding)}</span>
            </p>
            <p className={rows.title} dir="auto">
              <BlockLink id={finding.memory_block_id}>{finding.memory_preview || 'Empty memory'}</BlockLink>
            </p>
            <p className={rows.facts}>
              <span>{finding.agent_name}</span>
              <span>
                Found: <RelativeTime iso={finding.found_at} wording="time" />
              </span>
            </p>
          </div>
          <Actions finding={finding} problem={problem} onDecide={onDecide} />
        </li>
      ))}
    </ul>
  );
}

/** `isScanning` stays true until the whole workspace has been scanned. */
function useSecretActions() {
  const { toasts } = useShell();
  const context = useWriteContext();
  const client = useQueryClient();
  const key = useScopedKey();
  const fail = useFailureToast();
  const confirm = useConfirm();
  const [isScanning, setScanning] = useState(false);

  const change = useCallback(
    async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        fail(error, changeFailed(describeError(error)));
      }
      await client.invalidateQueries({ queryKey: key() });
    },
    [client, key, fail],
  );

  return {
    isScanning,
    choose: async (mode: SecretMode) => {
      if (mode === 'mask' && !(await confirm({ ...MASK_STORED, confirmLabel: 'Redact', danger: true })))
        return;
      await change(() => setSecretMode(context, mode));
    },
    decide: async ({ id }: SecretFinding, state: SecretState) => {
      if (state === 'masked' && !(await confirm({ ...MASK_ONE, confirmLabel: 'Redact', danger: true })))
        return;
      await change(() => decideSecret(context, id, state));
    },
    scan: async () => {
      setScanning(true);
      await change(async () => {
        const job = await scanForSecrets(context);
        toasts.show(job.status === 'completed' ? 'success' : 'error', scanText(job));
      });
      setScanning(false);
    },
  };
}

const PARAMETERS = {
  state: choiceParameter(
    STATES.map(({ value }) => value),
    'open',
  ),
};

/** The workspace's setting; read-only for people who may not change it. */
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

/** Findings filtered by state, newest first. */
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
      {((!data && !error) || (data && isWaiting)) && <CardSkeleton rows="tall" count={3} />}
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
