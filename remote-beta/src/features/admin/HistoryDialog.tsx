/** What was decided about a person, and by whom. */
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, formatAbsoluteTime, VisuallyHidden } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useBetaHistory } from '../../api/betaUsers';
import type { BetaUserRow } from '../../model/betaUser';
import styles from './HistoryDialog.module.css';

const NO_HISTORY = 'Nothing was decided about this person yet.';
const NO_AUDIT = 'This service shows its audit trail to superadmins only.';

function Entries({ user }: { user: BetaUserRow }) {
  const { data, error, isFetching, refetch } = useBetaHistory(user);
  if (data?.length === 0) return <p className={styles.soft}>{NO_HISTORY}</p>;
  if (data) {
    return (
      <ol className={styles.list} aria-label={`History of ${user.email}`}>
        {data.map((row, index) => (
          <li key={row.id || index} className={styles.entry}>
            <span className={styles.what}>{row.what}</span>
            <span className={styles.soft}>
              <time dateTime={row.at}>{formatAbsoluteTime(row.at)}</time>
              {row.by !== '' && ` · ${row.by}`}
            </span>
          </li>
        ))}
      </ol>
    );
  }
  if (isForbidden(error)) {
    return (
      <p role="alert" className={styles.soft}>
        {NO_AUDIT}
      </p>
    );
  }
  if (error) {
    return (
      <p role="alert" className={styles.soft}>
        The history could not be loaded: {error.message}{' '}
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  }
  return (
    <div role="status" className={styles.waiting}>
      <VisuallyHidden>Loading the history</VisuallyHidden>
    </div>
  );
}

/** Newest first, out of the audit trail. */
export function HistoryDialog({ user, onClose }: { user: BetaUserRow; onClose(): void }) {
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
