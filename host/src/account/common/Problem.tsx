/** Inline error next to the control that caused it: a title, and the service's reason below. */
import { Alert } from '@hindsight/shared-ui/core';
import styles from './Problem.module.css';

export interface ProblemTexts {
  title: string;
  detail?: string | null;
}

/** Announced by screen readers when it appears. */
export function Problem({ title, detail }: ProblemTexts) {
  return (
    <Alert>
      <p className={styles.title}>{title}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
    </Alert>
  );
}
