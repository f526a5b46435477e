/** Selects a row of a list, or all of them. */
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './RowCheckbox.module.css';

interface RowCheckboxProps {
  /** What is selected; read out, not shown. */
  label: string;
  value: boolean;
  onChange(value: boolean): void;
  /** Some of the rows that it stands for are selected, but not all. */
  indeterminate?: boolean;
  disabled?: boolean;
}

/** The browser's own, because rows come before the code of antd (docs/adr/0440-controls-of-antd-after-the-rows.md). */
export function RowCheckbox({ label, value, onChange, indeterminate = false, disabled }: RowCheckboxProps) {
  return (
    <label className={styles.pick}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <input
        type="checkbox"
        checked={value}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
