/** Text that only a screen reader meets. */
import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Words beside a picture that already says them. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
