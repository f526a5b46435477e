/** Decision history of a user. */
import type { AuditEntry, BetaAccessUser } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, formatAbsoluteTime, LoadFailed, CardSkeleton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useBetaHistory } from './betaUsers';
import { historyTexts, STATUS_LABELS } from './texts';
import styles from './HistoryDialog.module.css';

const labels: Readonly<Record<string, string>> = STATUS_LABELS;
const labelFor = (status: unknown) => labels[String(status)] ?? String(status ?? 'unknown');

function describe({ action_type, metadata }: AuditEntry): string {
  if (action_type === 'beta_access_request') return historyTexts.requested;
  if (metadata?.['new_status'] === undefined) return historyTexts.decided(labelFor(metadata?.['decision']));
  return `${labelFor(metadata['previous_status'])} → ${labelFor(metadata['new_status'])}`;
}

function reviewerName({ metadata }: AuditEntry): string {
  if (metadata?.['via_token'] === true) return historyTexts.byLink;
  const email = metadata?.['reviewer_email'];
  return typeof email === 'string' ? email : '';
}

function Entries({ user }: { user: BetaAccessUser }) {
  const query = useBetaHistory(user);
  const { data, error } = query;
  if (data?.length === 0) return <p className={styles.soft}>{historyTexts.none}</p>;
  if (data) {
    return (
      <ol className={styles.list} aria-label={`History of ${user.email}`}>
        {data.map((entry) => {
          const reviewer = reviewerName(entry);
          return (
            <li key={entry.id} className={styles.entry}>
              <span className={styles.what}>{describe(entry)}</span>
              <span className={styles.soft}>
                <time dateTime={entry.created_at}>{formatAbsoluteTime(entry.created_at)}</time>
                {reviewer !== '' && ` · ${reviewer}`}
              </span>
            </li>
          );
        })}
      </ol>
    );
  }
  if (isForbidden(error)) {
    return (
      <p role="alert" className={styles.soft}>
        {historyTexts.forbidden}
      </p>
    );
  }
  if (error) {
    return <LoadFailed query={query}>{historyTexts.failed(describeError(error))}</LoadFailed>;
  }
  return <CardSkeleton rows="tall" label="Loading the history" count={3} />;
}

/** Dialog with the audit entries, newest first. */
export function HistoryDialog({ user, onClose }: { user: BetaAccessUser; onClose(): void }) {
  return (
    <Modal
      title="History"
      description={user.email}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Entries user={user} />
    </Modal>
  );
}
