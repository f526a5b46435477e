/** Labels of memories, and their two texts. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';

/** The last eight characters of an id, as shown on screen. */
export const shortId = (id: string): string => id.slice(-8);

/** `1 memory`, `2 memories`. */
export const memories = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'memory' : 'memories'}`;

/** Content and lessons learned as one text. */
export const fullText = ({
  content,
  lessons_learned: lesson,
}: Pick<MemoryBlock, 'content' | 'lessons_learned'>): string => `${content}\n${lesson ?? ''}`;
