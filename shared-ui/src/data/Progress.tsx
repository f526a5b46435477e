/** A progress bar. */
import { useId, type ReactNode } from 'react';
import styles from './Progress.module.css';

interface ProgressProps {
  /** The running task, e.g. `Moving 12 memories`. */
  label: string;
  /** Percent, 0 to 100; `null` if unknown. */
  value: number | null;
  /** Shown beside the percentage, e.g. `8 of 12`. */
  detail?: ReactNode;
}

/** A bar with a label and a percentage; indeterminate without a value. */
export function Progress({ label, value, detail }: ProgressProps) {
  const id = useId();
  const percent = value === null ? null : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span id={id}>{label}</span>
        <span className={styles.detail}>
          {detail}
          {percent !== null && <span className={styles.percent}>{percent}%</span>}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className={styles.track}
      >
        {/* A transform, because changing the width would trigger layout at every step. */}
        <div
          className={styles.bar}
          data-unknown={percent === null || undefined}
          style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }}
        />
      </div>
    </div>
  );
}
