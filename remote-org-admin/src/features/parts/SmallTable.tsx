/** A table of a few columns: rows beside each other where there is room, stacked with their labels where there is none. */
import type { ReactNode } from 'react';
import styles from './SmallTable.module.css';

export interface SmallRow {
  key: string;
  /** One for each column. */
  cells: readonly ReactNode[];
}

interface SmallTableProps {
  /** What is listed; read out, not shown. */
  label: string;
  columns: readonly string[];
  rows: readonly SmallRow[];
}

/** The roles are written out because a stacked table is none to a browser. */
export function SmallTable({ label, columns, rows }: SmallTableProps) {
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
