/** A sentence in a colored box: an error, a warning, a success or a note. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './Alert.module.css';

const ICONS: Record<AlertTone, IconName> = { bad: 'error', warn: 'warning', good: 'check', info: 'info' };

export type AlertTone = 'bad' | 'warn' | 'good' | 'info';

interface AlertProps {
  /** Defaults to `bad`. */
  tone?: AlertTone;
  /** For a field's `aria-describedby`. */
  id?: string;
  children: ReactNode;
  /** A button beside the sentence. */
  action?: ReactNode;
}

/** Announced when it appears: problems assertively, the rest politely. */
export function Alert({ tone = 'bad', id, children, action }: AlertProps) {
  return (
    <div
      id={id}
      role={tone === 'good' || tone === 'info' ? 'status' : 'alert'}
      className={styles.alert}
      data-tone={tone}
    >
      <Icon name={ICONS[tone]} size={18} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
