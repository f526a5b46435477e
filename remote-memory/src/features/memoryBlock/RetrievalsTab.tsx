/** Retrievals of a memory: time, token, query and rank. */
import { EmptyState, ErrorState, RelativeTime } from '@hindsight/shared-ui/core';
import { Pagination } from '@hindsight/shared-ui/data';
import { reachableRows, usePlacedPage } from '@hindsight/shared-ui/places';
import { RETRIEVALS_SIZE, useRetrievals } from '../../api/history';
import { Waiting } from './BlockLoading';
import styles from './RetrievalsTab.module.css';
import { NO_RETRIEVALS, NOT_LOGGED, partlyLogged, retrievedText, RETRIEVALS_FAILED } from './texts';

interface RetrievalsTabProps {
  id: string;
  /** Total number of retrievals; the log may contain fewer. */
  count: number;
}

export function RetrievalsTab({ id, count }: RetrievalsTabProps) {
  const { page, place, turn } = usePlacedPage(id);
  const retrievals = useRetrievals(id, page, place);
  if (!retrievals.data) {
    return retrievals.error ? (
      <ErrorState title={RETRIEVALS_FAILED} query={retrievals} />
    ) : (
      <Waiting what="the retrievals" />
    );
  }
  const { items, total } = retrievals.data;
  const last = items.at(-1);
  if (items.length === 0 && page === 1) {
    const texts = count === 0 ? NO_RETRIEVALS : { title: retrievedText(count), description: NOT_LOGGED };
    return <EmptyState kind="nothing-yet" icon="eye" {...texts} />;
  }
  return (
    <div className={styles.tab} aria-busy={retrievals.isPlaceholderData}>
      <p>{total < count ? partlyLogged(total, count) : retrievedText(total)}</p>
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
            {items.map((one, index) => (
              <tr key={`${one.retrieved_at} ${one.token_id} ${index}`}>
                <td>
                  <RelativeTime iso={one.retrieved_at} wording="time" />
                </td>
                <td>{one.user_display_name ?? 'Unnamed person'}</td>
                <td>{one.token_name || 'Unnamed token'}</td>
                <td dir="auto">{one.kind === 'search' ? one.query || 'Empty search' : 'Opened by ID'}</td>
                <td className={styles.number}>{one.rank ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        page={page}
        pageSize={RETRIEVALS_SIZE}
        total={reachableRows(retrievals.data, { page, size: RETRIEVALS_SIZE })}
        onChange={(next) => turn(next, last?.id && `${last.retrieved_at}_${last.id}`)}
        label="retrievals"
      />
    </div>
  );
}
