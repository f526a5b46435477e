/** A sentence in a box of its tone: what went wrong here, what to mind, what was done, or what is so. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './Alert.module.css';

const ICONS: Record<AlertTone, IconName> = { bad: 'error', warn: 'warning', good: 'check', info: 'info' };

export type AlertTone = 'bad' | 'warn' | 'good' | 'info';

interface AlertProps {
  /** `bad` when absent. */
  tone?: AlertTone;
  /** What describes a field refers to it. */
  id?: string;
  children: ReactNode;
  /** A button beside the sentence. */
  action?: ReactNode;
}

/** Read out when it appears: what is wrong at once, the rest in its turn. */
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
