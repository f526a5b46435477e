/** Who read a memory block by a program: when, for which query, at which rank. */
import { EmptyState, ErrorState, RelativeTime } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { RETRIEVALS_SIZE, useRetrievals } from '../../api/memoryBlock';
import { reasonOf } from '../../model/reasons';
import { Waiting } from './BlockLoading';
import styles from './RetrievalsTab.module.css';

export function RetrievalsTab({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const looks = useRetrievals(id, page);
  if (!looks.data) {
    return looks.error ? (
      <ErrorState
        title="Failed to load the retrievals"
        detail={reasonOf(looks.error)}
        onRetry={() => void looks.refetch()}
        retrying={looks.isFetching}
      />
    ) : (
      <Waiting what="the retrievals" />
    );
  }
  const { items, total } = looks.data;
  if (items.length === 0 && page === 1) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="Nobody has retrieved this memory"
        description="A retrieval is written down when a program with an API token finds or opens it."
      />
    );
  }
  return (
    <div className={styles.tab} aria-busy={looks.isPlaceholderData}>
      <div className={styles.frame} tabIndex={0} role="group" aria-label="Retrievals">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">With token</th>
              <th scope="col">Query</th>
              <th scope="col" className={styles.number}>
                Rank
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((look, index) => (
              <tr key={`${look.key} ${index}`}>
                <td>
                  <RelativeTime iso={look.at} wording="time" />
                </td>
                <td>{look.person}</td>
                <td>{look.token}</td>
                <td dir="auto">
                  {look.kind === 'search' ? look.query || 'Empty search' : 'Opened by its ID'}
                </td>
                <td className={styles.number}>{look.rank ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        page={page}
        pageSize={RETRIEVALS_SIZE}
        total={total ?? items.length}
        onChange={setPage}
        label="retrievals"
      />
    </div>
  );
}
