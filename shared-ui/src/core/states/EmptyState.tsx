/** The kinds of empty views, which must look different. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './states.module.css';

export type EmptyKind =
  /** There is no data yet; the action creates the first item. */
  | 'nothing-yet'
  /** There is data, but none matches; the action clears the search. */
  | 'no-match'
  /** The person may not see the data; name who can grant access. */
  | 'no-access'
  | 'feature-off';

interface EmptyStateProps {
  kind: EmptyKind;
  /** Icon of the missing thing; defaults by kind. */
  icon?: IconName;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
}

const ICONS: Record<EmptyKind, IconName> = {
  'nothing-yet': 'memory',
  'no-match': 'search',
  'no-access': 'lock',
  'feature-off': 'clock',
};

/** States what is missing and offers a next step. */
export function EmptyState({ kind, icon = ICONS[kind], title, description, action }: EmptyStateProps) {
  return (
    <div className={styles.state} data-kind={kind}>
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {description && <div className={styles.description}>{description}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
