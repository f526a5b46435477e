/** What went wrong, where it was tried: the sentence, and below it what the service said. */
import { Alert } from '@hindsight/shared-ui/core';
import styles from './Problem.module.css';

export interface ProblemTexts {
  title: string;
  detail?: string | null;
}

/** Read out when it appears. */
export function Problem({ title, detail }: ProblemTexts) {
  return (
    <Alert>
      <p className={styles.title}>{title}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
    </Alert>
  );
}
