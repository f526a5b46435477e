/** Several suggestions before they are executed: what each of them does. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { SuggestionOutcome } from './SuggestionOutcome';
import { optimizationTexts as texts } from './texts';
import styles from './OptimizationModal.module.css';

export interface ExecutionReviewProps {
  rows: readonly OptimizationSuggestion[];
  problem: string | null;
  onExecute(): void;
  onClose(): void;
}

/** The result of a suggestion loads when it is unfolded. */
export function ExecutionReview({ rows, problem, onExecute, onClose }: ExecutionReviewProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  return (
    <Modal
      title={texts.executeCount(rows.length)}
      description={texts.executeDetail}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" disabled={problem} onClick={onExecute}>
            {texts.executeCount(rows.length)}
          </Button>
        </>
      }
    >
      <ul className={styles.rows} aria-label={texts.toExecute}>
        {rows.map((row) => (
          <li key={row.id}>
            <details
              onToggle={({ currentTarget }) =>
                currentTarget.open && setUnfolded((now) => new Set([...now, row.id]))
              }
            >
              <summary>
                <strong dir="auto">{row.title}</strong> <span>{row.estimated_impact}</span>
              </summary>
              {unfolded.has(row.id) && <SuggestionOutcome row={row} problem={problem} />}
            </details>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
