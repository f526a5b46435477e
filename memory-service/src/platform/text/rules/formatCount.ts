/** Counts with their noun, for messages. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

/** A count with the matching form of its noun, e.g. `1 keyword` or `1,200 keywords`. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `1 memory`, `2 memories`. */
export const countMemories = (count: number): string => formatCount(count, 'memory', 'memories');
