/** Draws what is costly after what is around it. */
import { LazyBoundary } from '@hindsight/shared-contracts/shell';
import { useTimeAfterRows } from '@hindsight/shared-contracts/query';
import type { ComponentType, ReactNode } from 'react';
import type * as ListControls from '../antd/listControls';
import { Button } from '../core/actions/Button';
import { Icon, type IconName } from '../core/icons/Icon';
import { lazyPart, PartBoundary } from '../core/states/PartBoundary';
import styles from './Later.module.css';

/** Fetches antd's controls of lists: a list does so itself, with its rows, and the host where a page rests. */
export const loadListControls = () => import('../antd/listControls');

/** One of antd's controls of lists; to be drawn within `Later`. */
export function listControl<Name extends keyof typeof ListControls>(name: Name): (typeof ListControls)[Name] {
  const load = () => loadListControls().then((part) => part[name] as ComponentType<object>);
  return lazyPart(load) as (typeof ListControls)[Name];
}

interface LaterProps {
  /** What the control is for. */
  label: string;
  /** Of the same size and look as the control. */
  place: ReactNode;
  children: ReactNode;
}

/**
 * Shows the place of a control at first, and the control when its code is there and there is time, in small steps: rows, which a person
 * waits for, come before the controls of antd, each of which takes as long as several rows. Where the code does not come, the rows stay
 * and the place becomes a button that fetches it again.
 */
export function Later({ label, place, children }: LaterProps) {
  const isTime = useTimeAfterRows();
  if (!isTime) return place;
  const failed = (retry: () => void) => (
    <Button
      onClick={retry}
      icon={<Icon name="refresh" size={16} />}
      title="This control could not be loaded. Check your connection."
    >
      Retry: {label}
    </Button>
  );
  return (
    <PartBoundary failed={failed}>
      <LazyBoundary fallback={place}>{children}</LazyBoundary>
    </PartBoundary>
  );
}

interface SelectPlaceProps {
  /** What is chosen; undefined while nothing is. */
  chosen: string | undefined;
  label: string;
  /** A press, which the select answers when it is there. */
  onPress(): void;
  className?: string;
}

/** Looks like a select that is closed. */
export function SelectPlace({ chosen, label, onPress, className = '' }: SelectPlaceProps) {
  return (
    <span
      aria-hidden
      onClick={onPress}
      className={`${styles.select} ${className}`}
      data-empty={chosen === undefined || undefined}
    >
      <span className={styles.text}>{chosen ?? label}</span>
      <Icon name="chevron-down" size={16} />
    </span>
  );
}

interface SegmentedPlaceProps<Value extends string> {
  value: Value;
  options: readonly { value: Value; label: string; icon?: IconName }[];
  onChange(value: Value): void;
}

/** Looks like a bar of choices, and takes a press. */
export function SegmentedPlace<Value extends string>({
  value,
  options,
  onChange,
}: SegmentedPlaceProps<Value>) {
  return (
    <span aria-hidden className={styles.segmented}>
      {options.map((option) => (
        <span
          key={option.value}
          data-chosen={option.value === value || undefined}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
        </span>
      ))}
    </span>
  );
}
