/** Secrets that were found, each with what can be done about it. */
import { Button, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import type { SecretFinding, SecretState } from '@hindsight/shared-contracts/api';
import rows from '../analytics/UnusedList.module.css';
import { BlockLink } from '../cards/BlockLink';
import { describePlace } from './texts';
import styles from './SecretsPage.module.css';

interface FindingListProps {
  findings: readonly SecretFinding[];
  /** The rows are of an earlier view; the next ones are on their way. */
  isOutdated: boolean;
  /** Why the person may not decide about them, or null. */
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

/** One row for each secret; the secret itself is not shown. */
export function FindingList({ findings, isOutdated, problem, onDecide }: FindingListProps) {
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
