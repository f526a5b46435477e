/** Pager with First, Previous, Next and Last buttons and a page size. */
import { Button } from '@hindsight/shared-ui/core';
import { Select } from '@hindsight/shared-ui/data';
import styles from './StepPager.module.css';

interface StepPagerProps {
  /** Content of the list, e.g. `archived memories`; names the navigation. */
  label: string;
  /** Range on the page, e.g. `Showing 1-12 of 30`. */
  showing: string;
  /** Starts at 1. */
  page: number;
  lastPage: number;
  onPage(page: number): void;
  size: number;
  sizes: readonly number[];
  onSize(size: number): void;
}

export function StepPager(props: StepPagerProps) {
  const { label, showing, page, lastPage, onPage, size, sizes, onSize } = props;
  const steps = [
    { name: 'First', to: 1, off: page <= 1 },
    { name: 'Previous', to: page - 1, off: page <= 1 },
    { name: 'Next', to: page + 1, off: page >= lastPage },
    { name: 'Last', to: lastPage, off: page >= lastPage },
  ];
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pager}>
      <span className={styles.showing} role="status">
        {showing}
      </span>
      <label className={styles.rows}>
        <span aria-hidden>Rows</span>
        <Select
          label="Rows"
          value={String(size)}
          options={sizes.map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(next) => onSize(Number(next))}
        />
      </label>
      <span className={styles.steps}>
        {steps.map(({ name, to, off }) => (
          <Button key={name} disabled={off} onClick={() => onPage(to)}>
            {name}
          </Button>
        ))}
      </span>
    </nav>
  );
}
