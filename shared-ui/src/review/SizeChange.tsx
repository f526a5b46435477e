/** Size difference of a change. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Icon } from '../core/icons/Icon';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import { estimateTokens } from './estimateTokens';
import styles from './SizeChange.module.css';

/** `-51%`, `+4%`, `no change`; empty if the previous text was empty. */
export function percentChange(before: number, after: number): string {
  if (before === after) return 'no change';
  if (before === 0) return '';
  const percent = Math.round(((after - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '-' : '±'}${formatNumber(Math.abs(percent))}%`;
}

function Change({ before, after, unit }: { before: number; after: number; unit: string }) {
  const percent = percentChange(before, after);
  return (
    <span className={styles.change}>
      {formatNumber(before)}
      <Icon name="chevron-right" size={14} />
      <VisuallyHidden> to </VisuallyHidden>
      <strong>{formatNumber(after)}</strong> {unit}
      {percent && (
        <span className={styles.percent} data-less={after < before || undefined}>
          ({percent})
        </span>
      )}
    </span>
  );
}

/** Exact characters and estimated tokens (see `estimateTokens`). */
export function SizeChange({ before, after }: { before: string; after: string }) {
  return (
    <p className={styles.size}>
      <Change before={before.length} after={after.length} unit="characters" />
      <Change before={estimateTokens(before)} after={estimateTokens(after)} unit="tokens, estimated" />
    </p>
  );
}
