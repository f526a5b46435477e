/** An agent's calls per day over the last days, as an inline chart of one line's height. */
import { callsText } from './texts';
import styles from './AgentCard.module.css';

/** Units of the view box; the drawing is scaled to its container. */
const [STEP, BAR, HEIGHT] = [4, 3, 20];

/** @param calls one count per day, oldest first; undefined until loaded, which reserves the space. */
export function Sparkline({ calls }: { calls: readonly number[] | undefined }) {
  if (!calls) return <div className={styles.sparkline} />;
  const most = Math.max(1, ...calls);
  const text = callsText(
    calls.reduce((sum, count) => sum + count, 0),
    calls.length,
  );
  const bars = calls.map((count, day) => {
    // Days without calls show the baseline; a single call stays visible next to thousands.
    const height = count === 0 ? 0.5 : Math.max(2, (count / most) * HEIGHT);
    return `M${day * STEP} ${HEIGHT}v${-height}h${BAR}v${height}z`;
  });
  return (
    <svg
      className={styles.sparkline}
      role="img"
      viewBox={`0 0 ${calls.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <title>{text}</title>
      <path d={bars.join('')} />
    </svg>
  );
}
