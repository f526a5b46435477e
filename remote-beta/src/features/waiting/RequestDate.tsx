/** Date of the request or of its review. The page works without it. */
import { Button, RelativeTime } from '@hindsight/shared-ui/core';
import { useLastRequest } from '../../api/betaAccess';
import { waitingTexts } from './texts';
import styles from './RequestDate.module.css';

/** Reserves its line while loading; without a date the line is empty. */
export function RequestDate({ of }: { of: 'request' | 'review' }) {
  const last = useLastRequest();
  const iso = (of === 'request' ? last.data?.requested_at : last.data?.reviewed_at) ?? '';
  return (
    <p className={styles.date} aria-busy={last.isFetching}>
      {last.error && !last.data && (
        <>
          {waitingTexts.dateFailed}
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
