/** The line between filters and rows: the number of rows, how they are shown, when they were loaded. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { RefreshControl, Segmented } from '@hindsight/shared-ui/data';
import { blocksText } from '../../model/countTexts';
import { lazyView } from '@hindsight/shared-ui/core';
import type { TableOptions } from './tableOptions';
import styles from './ListSummary.module.css';

interface ListSummaryProps {
  /** Undefined until it is known. */
  total: number | undefined;
  /** There may be more. */
  isAtLeast: boolean;
  /** Null while no request may be made. */
  memories: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'> | null;
  onRefresh(): void;
  shown: 'cards' | 'table';
  onShow(shown: 'cards' | 'table'): void;
  table: TableOptions;
}

const TableOptionsMenu = lazyView<{ options: TableOptions }>(
  () => import('./TableOptionsMenu').then((part) => part.TableOptionsMenu),
  null,
);

export function ListSummary(props: ListSummaryProps) {
  const { total, isAtLeast, memories, onRefresh, shown, onShow, table } = props;
  return (
    <div className={styles.summary}>
      <p role="status">{total === undefined ? '' : `${isAtLeast ? 'At least ' : ''}${blocksText(total)}`}</p>
      <div className={styles.tools}>
        {memories && (
          <RefreshControl
            updatedAt={memories.dataUpdatedAt || null}
            refreshing={memories.isFetching}
            onRefresh={onRefresh}
          />
        )}
        <Segmented
          label="Show as"
          value={shown}
          options={[
            { value: 'cards', label: 'Cards', icon: 'cards' },
            { value: 'table', label: 'Table', icon: 'table' },
          ]}
          onChange={onShow}
        />
        {shown === 'table' && <TableOptionsMenu options={table} />}
      </div>
    </div>
  );
}
