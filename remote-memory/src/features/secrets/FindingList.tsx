/** Secrets that were found, each with what can be done about it. */
import { Button, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import type { SecretFinding, SecretState } from '@hindsight/shared-contracts/api';
import rows from '../analytics/UnusedList.module.css';
import { BlockLink } from '../cards/BlockLink';
import { placeOf } from './texts';
import styles from './SecretsPage.module.css';

interface FindingListProps {
  findings: readonly SecretFinding[];
  /** The rows are of an earlier view; the next ones are on their way. */
  isOutdated: boolean;
  onDecide(finding: SecretFinding, state: SecretState): void;
}

function Actions({ finding, onDecide }: { finding: SecretFinding; onDecide: FindingListProps['onDecide'] }) {
  const name = `${finding.kind} ${placeOf(finding)}`;
  if (finding.state === 'masked') return null;
  if (finding.state === 'not_a_secret') {
    return (
      <Button onClick={() => onDecide(finding, 'open')} aria-label={`Reopen: ${name}`}>
        Reopen
      </Button>
    );
  }
  return (
    <div className={styles.actions}>
      <Button onClick={() => onDecide(finding, 'masked')} aria-label={`Mask: ${name}`}>
        Mask
      </Button>
      <Button onClick={() => onDecide(finding, 'not_a_secret')} aria-label={`Not a secret: ${name}`}>
        Not a secret
      </Button>
    </div>
  );
}

/** One row for each secret; the secret itself is not shown. */
export function FindingList({ findings, isOutdated, onDecide }: FindingListProps) {
  return (
    <ul className={rows.list} aria-label="Secrets" aria-busy={isOutdated}>
      {findings.map((finding) => (
        <li key={finding.id} className={rows.row}>
          <div className={rows.words}>
            <p className={rows.facts}>
              <Tag>{finding.kind}</Tag>
              <span>{placeOf(finding)}</span>
            </p>
            <p className={rows.title} dir="auto">
              <BlockLink id={finding.memory_block_id}>
                {finding.memory_preview || 'Memory without text'}
              </BlockLink>
            </p>
            <p className={rows.facts}>
              <span>{finding.agent_name}</span>
              <span>
                found <RelativeTime iso={finding.found_at} wording="time" />
              </span>
            </p>
          </div>
          <Actions finding={finding} onDecide={onDecide} />
        </li>
      ))}
    </ul>
  );
}
