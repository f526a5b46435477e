/** Result of a bulk action: successes, failures with reasons, and memories not started. */
import { formatNumber, describeError } from '@hindsight/shared-contracts/rules';
import { IdLabel } from '@hindsight/shared-ui/core';
import type { BatchOutcome } from '../../model/batch';
import styles from './BulkDialog.module.css';

/** Maximum number of failures to list; more are counted. */
const LISTED = 50;

interface BatchResultProps {
  /** Summary of the successes, e.g. `12 memory blocks archived`. */
  text: string;
  outcome: BatchOutcome<string>;
}

export function BatchResult({ text, outcome: { failed, left, stopped } }: BatchResultProps) {
  const rest = failed.length - LISTED;
  return (
    <>
      <p role="status">
        {text}
        {failed.length > 0 && `, ${formatNumber(failed.length)} failed`}
        {left.length > 0 && `, ${formatNumber(left.length)} not started`}
        {stopped === 'cancelled' && ' because you canceled'}
        {stopped === 'interrupted' && ' because the service couldn’t be reached'}.
      </p>
      {failed.length > 0 && (
        <ul className={styles.failures} aria-label="Failed memory blocks">
          {failed.slice(0, LISTED).map(({ item, error }) => (
            <li key={item}>
              <IdLabel id={item} label="memory ID" />
              <span>{describeError(error)}</span>
            </li>
          ))}
          {rest > 0 && <li>and {formatNumber(rest)} more</li>}
        </ul>
      )}
    </>
  );
}
