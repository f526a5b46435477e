/** The outcome of applying keywords. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { Outcome } from '../../model/batches';
import { FailureList } from '../jobs/RunProgress';
import { keywordTexts as texts } from './texts';
import layout from '../review/layout.module.css';
import styles from './KeywordSuggestions.module.css';

interface AppliedKeywordsProps {
  outcome: Outcome;
  /** Number of memories to which keywords should have been applied. */
  total: number;
  /** Why a later batch failed as a whole; empty if none did. */
  error: string;
  retryCount: number;
  onRetry(): void;
  onClose(): void;
}

export function AppliedKeywords(props: AppliedKeywordsProps) {
  const { outcome, total, error, retryCount, onRetry, onClose } = props;
  const { rows, failures } = outcome;
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          {retryCount > 0 && <Button onClick={onRetry}>{texts.retryFailed(retryCount)}</Button>}
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={layout.section}>
        <p role="status">{texts.applied(rows.length, failures.length, total)}</p>
        {error && <p className={styles.error}>{error}</p>}
        <FailureList failures={failures} label={texts.failures} />
      </div>
    </Modal>
  );
}
