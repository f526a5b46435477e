/** Key figures of an overview. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Link } from '@hindsight/shared-contracts/router';
import { memo, type ReactNode } from 'react';
import styles from './StatTile.module.css';

interface StatTileProps {
  label: string;
  /** Text is shown unchanged; a number gets thousands separators. `null` means unknown and shows a dash. */
  value: number | string | null;
  /** Path of the page with the details. */
  to?: string;
  loading?: boolean;
  /** Shown beside the number, e.g. its trend. */
  note?: ReactNode;
}

/** Figures in one strip: side by side, or two per row on a phone. */
export function StatTiles({ label, children }: { label?: string; children: ReactNode }) {
  return label === undefined ? (
    <div className={styles.tiles}>{children}</div>
  ) : (
    <section className={styles.tiles} aria-label={label}>
      {children}
    </section>
  );
}

/** A labeled figure, linked if there is a page with details. Keeps its size while loading. */
export const StatTile = memo(function StatTile(props: StatTileProps) {
  const { label, value, to, loading = false, note } = props;
  const shown = typeof value === 'number' ? formatNumber(value) : (value ?? '–');
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {loading ? <span className={styles.waiting} aria-label="Loading" role="img" /> : shown}
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  );
  if (!to) return <div className={styles.tile}>{content}</div>;
  return (
    <Link className={styles.tile} to={to}>
      {content}
    </Link>
  );
});
