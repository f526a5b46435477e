/** A table with few columns that stacks its cells with their labels on narrow screens. */
import type { ReactNode } from 'react';
import styles from './StackedTable.module.css';

interface StackedRow {
  key: string;
  /** One per column. */
  cells: readonly ReactNode[];
}

interface StackedTableProps {
  /** Accessible name; not visible. */
  label: string;
  columns: readonly string[];
  rows: readonly StackedRow[];
}

/** ARIA roles are explicit because browsers drop them from a table with another `display`. */
export function StackedTable({ label, columns, rows }: StackedTableProps) {
  return (
    <div className={styles.frame}>
      <table role="table" aria-label={label} className={styles.table}>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row">
              {cells.map((cell, index) => (
                <td key={columns[index]} role="cell" data-label={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
