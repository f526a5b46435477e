/** Bar chart of named figures, each with a link to the memories it counts. */
import { Link } from '@hindsight/shared-contracts/router';
import styles from './BarRows.module.css';

export interface BarRow {
  key: string;
  name: string;
  count: number;
  figure: string;
  color: string;
  to: string;
  /** Tooltip of the row. */
  hint: string;
}

/** @param label accessible name of the rows; not visible. */
export function BarRows({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ key, name, count, figure, color, to, hint }) => (
        <li key={key}>
          <Link className={styles.row} to={to} title={hint}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.bar} style={{ width: `${(count / most) * 100}%`, background: color }} />
            <span className={styles.figure}>{figure}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
