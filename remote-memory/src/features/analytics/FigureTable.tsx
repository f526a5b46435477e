/** Table of figures: the text form of a chart. */
import type { ReactNode } from 'react';
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import styles from './FigureTable.module.css';

interface FigureTableProps {
  /** Accessible name of the table; not visible. */
  label: string;
  /** The first column names the rows; the others hold numbers or times and are right-aligned. */
  columns: [string, ...string[]];
  rows: { key: string; cells: [ReactNode, ...ReactNode[]] }[];
}

export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{label}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <tr key={key}>
            <th scope="row" dir="auto">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={columns[index + 1]}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
