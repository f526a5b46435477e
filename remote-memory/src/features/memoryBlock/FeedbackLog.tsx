/** Feedback log of a memory: who judged it, how and why. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { RelativeTime } from '@hindsight/shared-ui/core';
import { useFeedback } from '../../api/feedback';
import { judgmentText } from '../../model/judgments';
import { FEEDBACK_FAILED } from './texts';
import styles from './JudgmentBar.module.css';

/** Renders nothing before the first judgment. */
export function FeedbackLog({ id }: { id: string }) {
  const { data, isError } = useFeedback(id);
  if (isError && !data) return <p role="alert">{FEEDBACK_FAILED}</p>;
  if (!data || data.items.length === 0) return null;
  const more = data.total - data.items.length;
  return (
    <ul className={styles.log} aria-label="Feedback, newest first">
      {data.items.map((entry) => (
        <li key={entry.id}>
          <strong>{judgmentText(entry)}</strong>{' '}
          <span className={styles.soft}>
            {entry.actor_name ?? 'Unnamed person'}, <RelativeTime iso={entry.created_at} wording="sentence" />
          </span>
          {entry.details && <p dir="auto">{entry.details}</p>}
        </li>
      ))}
      {more > 0 && <li className={styles.soft}>and {formatNumber(more)} earlier</li>}
    </ul>
  );
}
