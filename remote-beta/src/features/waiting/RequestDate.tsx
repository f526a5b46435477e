/** When the person asked, or when the reviewers answered: from the service, beside a page that works without it. */
import { Button, RelativeTime } from '@hindsight/shared-ui/core';
import { useLastRequest } from '../../api/betaAccess';
import styles from './RequestDate.module.css';

/** Keeps its line while it loads; nothing to say is an empty line. */
export function RequestDate({ of }: { of: 'request' | 'review' }) {
  const last = useLastRequest();
  const iso = (of === 'request' ? last.data?.requestedAt : last.data?.reviewedAt) ?? '';
  return (
    <p className={styles.date} aria-busy={last.isFetching}>
      {last.error && !last.data && (
        <>
          The date of your request could not be loaded.
          <Button type="link" size="small" onClick={() => void last.refetch()} loading={last.isFetching}>
            Try Again
          </Button>
        </>
      )}
      {iso !== '' && (
        <>
          {of === 'request' ? 'Requested' : 'Reviewed'}: <RelativeTime iso={iso} wording="time" />
        </>
      )}
    </p>
  );
}
