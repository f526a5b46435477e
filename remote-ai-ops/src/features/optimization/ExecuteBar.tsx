/** What can be done with the selected suggestions. */
import { Button } from '@hindsight/shared-ui/core';
import styles from './ExecuteBar.module.css';

interface ExecuteBarProps {
  count: number;
  busy: boolean;
  onClear(): void;
  onExecute(): void;
}

/** Stays at the lower edge while the list scrolls; gone when nothing is selected. */
export function ExecuteBar({ count, busy, onClear, onExecute }: ExecuteBarProps) {
  if (count === 0) return null;
  return (
    <section aria-label="Selection" className={styles.bar}>
      <span className={styles.count} role="status">
        {count === 1 ? '1 suggestion selected' : `${count.toLocaleString()} suggestions selected`}
      </span>
      <Button onClick={onClear}>Clear Selection</Button>
      <Button type="primary" onClick={onExecute} loading={busy}>
        Execute Selected
      </Button>
    </section>
  );
}
