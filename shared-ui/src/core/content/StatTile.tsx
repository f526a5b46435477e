/** The numbers of an overview. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Link } from '@hindsight/shared-contracts/router';
import { memo, type ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './StatTile.module.css';

interface StatTileProps {
  label: string;
  /** Shown as it is; a number gets the reader's separators. `null` means unknown and shows a dash. */
  value: number | string | null;
  icon: IconName;
  /** Page behind the number. */
  to?: string;
  loading?: boolean;
  /** A line below, e.g. what the number leaves out. */
  note?: ReactNode;
}

/** Numbers beside each other: three or four in a row, two on a phone. */
export function StatTiles({ label, children }: { label?: string; children: ReactNode }) {
  return label === undefined ? (
    <div className={styles.tiles}>{children}</div>
  ) : (
    <section className={styles.tiles} aria-label={label}>
      {children}
    </section>
  );
}

/** A number with its name, as a link when there is a page behind it. Keeps its size while loading. */
export const StatTile = memo(function StatTile(props: StatTileProps) {
  const { label, value, icon, to, loading = false, note } = props;
  const shown = typeof value === 'number' ? formatNumber(value) : (value ?? '–');
  const content = (
    <>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>
          {loading ? <span className={styles.waiting} aria-label="Loading" role="img" /> : shown}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </>
  );
  if (!to) return <div className={styles.tile}>{content}</div>;
  return (
    <Link className={styles.tile} to={to}>
      {content}
    </Link>
  );
});
