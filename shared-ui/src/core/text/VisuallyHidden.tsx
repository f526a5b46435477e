/** Screen-reader-only text. */
import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** `h2` where the headings below would otherwise skip a level. */
  as?: 'span' | 'h2';
  children: ReactNode;
}

/** A text equivalent of purely visual content. */
export function VisuallyHidden({ as: Element = 'span', children }: VisuallyHiddenProps) {
  return <Element className={styles.hidden}>{children}</Element>;
}
