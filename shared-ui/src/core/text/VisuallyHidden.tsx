/** Text for screen readers only. */
import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** `h2` where the headings below it would else skip a level. */
  as?: 'span' | 'h2';
  children: ReactNode;
}

/** Text for something that is otherwise only visible. */
export function VisuallyHidden({ as: Element = 'span', children }: VisuallyHiddenProps) {
  return <Element className={styles.hidden}>{children}</Element>;
}
