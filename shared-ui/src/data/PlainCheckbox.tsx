/** Selects a row of a list, all of them, or a part of what is proposed. */
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './PlainCheckbox.module.css';

interface PlainCheckboxProps {
  /** What is selected. */
  label: string;
  /** Else it is read out alone, as beside a row. */
  isLabelShown?: boolean;
  value: boolean;
  onChange(value: boolean): void;
  /** Some of the rows that it stands for are selected, but not all. */
  indeterminate?: boolean;
  disabled?: boolean;
}

/** The browser's own, because rows come before the code of antd (docs/adr/0510-native-controls.md). */
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
