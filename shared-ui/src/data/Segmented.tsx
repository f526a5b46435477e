/** A choice between two or three views, all in sight. */
import { Icon, type IconName } from '../core/icons/Icon';
import { Later, listControl, SegmentedPlace } from './Later';
import styles from './Segmented.module.css';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string; icon?: IconName }[];
  onChange(value: T): void;
}

const SegmentedBar = listControl('SegmentedBar');

/** Radio buttons in the shape of one bar. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <Later label={label} place={<SegmentedPlace value={value} options={options} onChange={onChange} />}>
      <SegmentedBar<T>
        aria-label={label}
        className={styles.bar}
        value={value}
        options={options.map(({ icon, ...option }) => ({
          ...option,
          icon: icon && <Icon name={icon} size={16} />,
        }))}
        onChange={onChange}
      />
    </Later>
  );
}
