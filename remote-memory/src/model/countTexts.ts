/** Numbers with units. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

/** `1 memory block`, `2,410 memory blocks`. */
export function blocksText(count: number): string {
  return `${formatNumber(count)} memory ${count === 1 ? 'block' : 'blocks'}`;
}

/** `1 keyword`, `12 keywords`. */
export function keywordsText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'keyword' : 'keywords'}`;
}

/** `1 memory`, `2,410 memories`. */
export function memoriesText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'memory' : 'memories'}`;
}

/** `never`, `once`, `2,410 times`. */
export function timesText(count: number): string {
  if (count === 0) return 'never';
  return count === 1 ? 'once' : `${formatNumber(count)} times`;
}

/** Share as `37%`; `less than 1%` if it would round to zero; `0%` of zero. */
export function shareText(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%';
  const percent = Math.round((part / whole) * 100);
  return percent === 0 ? 'less than 1%' : `${percent}%`;
}

/** Mean feedback score as `71/100`; a dash without ratings. */
export function scoreText(score: number | null): string {
  return score === null ? '–' : `${Math.round(score)}/100`;
}
