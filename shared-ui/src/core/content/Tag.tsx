/** A short label: a keyword, a state, a role. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './Tag.module.css';

export type Tone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad' | 'note';

interface TagProps {
  tone?: Tone;
  icon?: IconName;
  /** Explanation, shown on hover. */
  title?: string;
  children: ReactNode;
}

/** Color is never the only signal: the word is always visible. */
export function Tag({ tone = 'neutral', icon, title, children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone} title={title}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
