/** The page `/pulse`. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { Card, EmptyState } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import styles from './PulsePage.module.css';

/** Shows the number of memories in the active workspace. */
export function PulsePage() {
  const [shown, setShown] = useState(true);
  const { data, error } = useScopedQuery({
    key: ['pulse'],
    load: (api, signal) => api.call('GET /memory-blocks/', { query: { limit: 1 }, signal }),
  });
  if (error)
    return <EmptyState kind="no-access" title="No pulse" description="The memories cannot be read." />;
  return (
    <Card as="section" title="Memories">
      <button type="button" onClick={() => setShown(!shown)}>
        {shown ? 'Hide the number' : 'Show the number'}
      </button>
      {shown && (
        <p className={styles.count} role="status" aria-label="Memories of this workspace">
          {data?.total_items}
        </p>
      )}
    </Card>
  );
}
