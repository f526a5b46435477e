/** Line between filters and rows: row count, order, layout and time of the last load. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { RefreshControl, Segmented, Select } from '@hindsight/shared-ui/data';
import { blocksText } from '../../model/countTexts';
import { SORTS, type MemoryView, type Sort } from '../../model/memoryFilters';
import { isRanked } from '../../model/searchModes';
import { lazyView } from '@hindsight/shared-ui/core';
import type { Shown } from './rowsProps';
import type { TableOptions } from './tableOptions';
import styles from './ListSummary.module.css';

interface ListSummaryProps {
  /** Undefined until loaded. */
  total: number | undefined;
  /** The total is a lower bound. */
  isAtLeast: boolean;
  /** Null while no request is allowed. */
  memories: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'> | null;
  onRefresh(): void;
  shown: Shown;
  onShow(shown: Shown): void;
  table: TableOptions;
  view: MemoryView;
  onSort(sort: Sort): void;
}

/** Replaces the order of a ranked search, which is fixed. */
const BEST_FIRST = { value: 'best', label: 'Best match first' };

const TableOptionsMenu = lazyView<{ options: TableOptions }>(
  () => import('./TableOptionsMenu').then((part) => part.TableOptionsMenu),
  null,
);

export function ListSummary(props: ListSummaryProps) {
  const { total, isAtLeast, memories, onRefresh, shown, onShow, table, view, onSort } = props;
  const ranked = isRanked(view);
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
        <Select
          label="Sort by"
          value={ranked ? BEST_FIRST.value : view.sort}
          options={ranked ? [BEST_FIRST] : SORTS.map(({ value, label }) => ({ value, label }))}
          disabled={ranked}
          onChange={(sort) => onSort(sort as Sort)}
        />
        <Segmented
          label="Show as"
          value={shown}
          options={[
            { value: 'rows', label: 'Rows', icon: 'menu' },
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
