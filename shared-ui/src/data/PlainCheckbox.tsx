/** Selects a list row, all rows, or a part of a proposal. */
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './PlainCheckbox.module.css';

interface PlainCheckboxProps {
  /** Accessible name: what it selects. */
  label: string;
  /** Shows the label; otherwise it is for screen readers only, as beside a row. */
  isLabelShown?: boolean;
  value: boolean;
  onChange(value: boolean): void;
  /** Some but not all of its rows are selected. */
  indeterminate?: boolean;
  disabled?: boolean;
}

/** A native checkbox, because rows render before antd's code has loaded (docs/adr/0510-native-controls.md). */
export function PlainCheckbox(props: PlainCheckboxProps) {
  const { label, isLabelShown = false, value, onChange, indeterminate = false, disabled } = props;
  return (
    <label className={isLabelShown ? styles.labeled : styles.pick}>
      <input
        type="checkbox"
        checked={value}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isLabelShown ? label : <VisuallyHidden>{label}</VisuallyHidden>}
    </label>
  );
}
