/** What went wrong, where it was tried: the sentence, and below it what the service said. */
import { Icon } from '@hindsight/shared-ui/core';
import styles from './Problem.module.css';

export interface ProblemTexts {
  title: string;
  detail?: string | null;
}

/** Read out when it appears. */
export function Problem({ title, detail }: ProblemTexts) {
  return (
    <div role="alert" className={styles.problem}>
      <Icon name="error" size={18} />
      <div>
        <p className={styles.title}>{title}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
    </div>
  );
}
