/** How many calls an agent made on each of the last days, as small as a line of text. */
import { callsText } from './texts';
import styles from './AgentCard.module.css';

/** Units of the drawing; it is stretched to its place. */
const [STEP, BAR, HEIGHT] = [4, 3, 20];

/** @param calls one figure for each day, oldest first; undefined until they are known, which keeps the place. */
export function Sparkline({ calls }: { calls: readonly number[] | undefined }) {
  if (!calls) return <div className={styles.sparkline} />;
  const most = Math.max(1, ...calls);
  const text = callsText(
    calls.reduce((sum, count) => sum + count, 0),
    calls.length,
  );
  const bars = calls.map((count, day) => {
    // Days without calls are the base line; one with a single call is still seen beside one with thousands.
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
