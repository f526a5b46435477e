/** A sentence in a box of its tone: what went wrong here, what to mind, or what was done. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './Alert.module.css';

const ICONS: Record<AlertTone, IconName> = { bad: 'error', warn: 'warning', good: 'check' };

export type AlertTone = 'bad' | 'warn' | 'good';

interface AlertProps {
  /** `bad` when absent. */
  tone?: AlertTone;
  /** What describes a field refers to it. */
  id?: string;
  children: ReactNode;
  /** A button beside the sentence. */
  action?: ReactNode;
}

/** Read out when it appears: at once, but for good news, which waits its turn. */
export function Alert({ tone = 'bad', id, children, action }: AlertProps) {
  return (
    <div id={id} role={tone === 'good' ? 'status' : 'alert'} className={styles.alert} data-tone={tone}>
      <Icon name={ICONS[tone]} size={18} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
