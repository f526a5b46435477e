/** Memories of the last month and their feedback, as a summary of analytics. */
import { Link } from '@hindsight/shared-contracts/router';
import { hintOnHover, LoadFailed } from '@hindsight/shared-ui/core';
import { useAnalytics, type Analytics } from '../../api/analytics';
import { dayText } from '../../model/dayText';
import { FEEDBACK_PARTS, ratedIn } from '../../model/feedbackParts';
import { memoriesText, shareText } from '../../model/countTexts';
import styles from './Activity.module.css';

/** Days of the strip. */
const STRIP_DAYS = 30;

function DayStrip({ days }: { days: Analytics['created_per_day'] }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className={styles.part}>
      <p>
        <strong>{memoriesText(total)}</strong> in the last {STRIP_DAYS} days
      </p>
      <div
        className={styles.strip}
        role="img"
        aria-label={`Column chart: ${memoriesText(total)} in ${STRIP_DAYS} days, at most ${most} a day`}
      >
        {days.map(({ date, count }) => (
          <span
            key={date}
            className={styles.day}
            {...hintOnHover(() => `${dayText(date)}: ${memoriesText(count)}`)}
          >
            <span className={styles.bar} style={{ height: `${(count / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <p className={styles.ends} aria-hidden>
        <span>{first && dayText(first.date)}</span>
        <span>{last && dayText(last.date)}</span>
      </p>
    </div>
  );
}

function FeedbackBar({ feedback }: { feedback: Analytics['feedback'] }) {
  const whole = ratedIn(feedback);
  return (
    <div className={styles.part}>
      <p>
        <strong>Feedback</strong> on {memoriesText(whole)}
      </p>
      <div className={styles.whole} aria-hidden>
        {FEEDBACK_PARTS.map(({ key, color }) => (
          <span key={key} style={{ flexGrow: feedback[key], background: color }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {FEEDBACK_PARTS.map(({ key, label, color }) => (
          <li key={key}>
            <span className={styles.dot} style={{ background: color }} aria-hidden />
            {label}: {shareText(feedback[key], whole)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Loads, fails and is tried again on its own. */
export function Activity() {
  const query = useAnalytics();
  const { data, error } = query;
  if (!data && error) {
    return (
      <section className={styles.activity} aria-label="Activity">
        <LoadFailed query={query}>Couldn’t load the activity.</LoadFailed>
      </section>
    );
  }
  if (data?.totals.memory_blocks === 0) return null;
  return (
    <section className={styles.activity} aria-labelledby="activity" aria-busy={!data}>
      <div className={styles.head}>
        <h2 id="activity">Activity</h2>
        <Link to="/analytics">View analytics</Link>
      </div>
      {data ? (
        <div className={styles.parts}>
          <DayStrip days={data.created_per_day.slice(-STRIP_DAYS)} />
          <FeedbackBar feedback={data.feedback} />
        </div>
      ) : (
        <div className={styles.parts} aria-hidden>
          <div className={styles.waiting} />
          <div className={styles.waiting} />
        </div>
      )}
    </section>
  );
}
