/** Draws what is costly after what is around it. */
import { LazyBoundary, lazyPage } from '@hindsight/shared-contracts/shell';
import { useDeferredValue, type ComponentType, type ReactNode } from 'react';
import type * as ListControls from '../antd/listControls';
import { Icon, type IconName } from '../core/icons/Icon';
import styles from './Later.module.css';

/** Fetches antd's controls of lists: a list does so itself, with its rows, and the host where a page rests. */
export const loadListControls = () => import('../antd/listControls');

/** One of antd's controls of lists; to be drawn within `Later`. */
export function listControl<Name extends keyof typeof ListControls>(name: Name): (typeof ListControls)[Name] {
  const load = () => loadListControls().then((part) => part[name] as ComponentType<object>);
  return lazyPage(load) as (typeof ListControls)[Name];
}

interface LaterProps {
  /** Of the same size and look as the control; not to be used yet. */
  place: ReactNode;
  children: ReactNode;
}

/**
 * Shows the place of a control at first, and the control when its code is there and there is time, in small steps: rows, which a person
 * waits for, come before the controls of antd, each of which takes as long as several rows.
 */
export function Later({ place, children }: LaterProps) {
  const isTime = useDeferredValue(true, false);
  return isTime ? <LazyBoundary fallback={place}>{children}</LazyBoundary> : place;
}

interface SelectPlaceProps {
  /** What is chosen; undefined while nothing is. */
  chosen: string | undefined;
  label: string;
  className?: string;
}

/** Looks like a select that is closed. */
export function SelectPlace({ chosen, label, className = '' }: SelectPlaceProps) {
  return (
    <span
      aria-hidden
      className={`${styles.select} ${className}`}
      data-empty={chosen === undefined || undefined}
    >
      <span className={styles.text}>{chosen ?? label}</span>
      <Icon name="chevron-down" size={16} />
    </span>
  );
}

interface SegmentedPlaceProps {
  value: string;
  options: readonly { value: string; label: string; icon?: IconName }[];
}

/** Looks like a bar of choices. */
export function SegmentedPlace({ value, options }: SegmentedPlaceProps) {
  return (
    <span aria-hidden className={styles.segmented}>
      {options.map((option) => (
        <span key={option.value} data-chosen={option.value === value || undefined}>
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
        </span>
      ))}
    </span>
  );
}
