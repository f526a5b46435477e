/** The four kinds of an empty view, which must be distinguishable. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './states.module.css';

export type EmptyKind =
  /** There is nothing yet; the action makes the first one. */
  | 'nothing-yet'
  /** There are rows, none of them fits; the action clears the search. */
  | 'no-match'
  /** There may be rows, but not for this person; name who can give access. */
  | 'no-access'
  | 'feature-off';

interface EmptyStateProps {
  kind: EmptyKind;
  /** What is missing, as a sign; each kind has one of its own otherwise. */
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

/** Names what is missing and offers what helps. */
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
