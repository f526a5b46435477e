/** Table of memory blocks, for managing many. */
import { useMemo } from 'react';
import { Table } from '@hindsight/shared-ui/table';
import { memoryTitle } from '../../model/cardText';
import type { RankedMemory } from '../../model/rankedMemory';
import { COLUMN_SORTS, buildColumns } from './memoryColumns';
import type { MemoryRowsProps } from './rowsProps';
import type { ColumnKey } from './tableOptions';
import styles from './MemoryTable.module.css';

/** Attributes by which keyboard navigation finds a row (see `useListKeys`). */
const rowAttributes = (row: RankedMemory) => ({ 'data-row': row.id }) as object;

/** One row per memory; its columns are a person's preference (see `useTableOptions`). */
export function MemoryTable(props: MemoryRowsProps) {
  const { rows, search, isOutdated, sort, onSort, selection, actions, problems, look } = props;
  const columns = useMemo(
    () => buildColumns({ search, sort, actions, problems, look }),
    [search, sort, actions, problems, look],
  );

  return (
    <div className={styles.table} data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
      <Table<RankedMemory>
        label="Memory blocks"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        density={look.density}
        stickyHeader
        onRow={rowAttributes}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
          const next = order && COLUMN_SORTS[columnKey as ColumnKey]?.[order];
          if (next) onSort(next);
        }}
        rowSelection={{
          selectedRowKeys: [...selection.ids],
          onChange: (keys) => selection.set(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': `Select ${memoryTitle(row)}` }),
        }}
      />
    </div>
  );
}
