/** Draws what is costly after what is around it. */
import { useDeferredValue, type ReactNode } from 'react';
import styles from './Later.module.css';

interface LaterProps {
  /** Gives the control, and the place that is kept until then, their width. One that is as wide as its text is drawn at once. */
  className: string | undefined;
  children: ReactNode;
}

/**
 * Keeps the place of a control at first and draws it when there is time, in small steps: rows, which a person waits for, come before
 * the controls of antd, each of which takes as long as several rows.
 */
export function Later({ className, children }: LaterProps) {
  const isTime = useDeferredValue(true, false);
  if (isTime || className === undefined) return children;
  return <span className={`${styles.place} ${className}`} />;
}
