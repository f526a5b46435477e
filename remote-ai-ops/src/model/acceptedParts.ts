/** Accepted parts of a consolidation suggestion or a compaction. */
import type { Compaction, ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { proposedTexts } from './compaction';

export interface AcceptedParts {
  lesson: boolean;
  keywords: string[];
  /** Texts edited by the user; null if unchanged. */
  edited: { content: string; lesson: string } | null;
}

/** Adds `one` to the list, or removes it if present. */
export const toggleItem = (all: readonly string[], one: string): string[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** Everything that a suggestion proposes. */
export const wholeSuggestion = (row: Pick<ConsolidationSuggestion, 'suggested_keywords'>): AcceptedParts => ({
  lesson: true,
  keywords: row.suggested_keywords,
  edited: null,
});

/** The texts that a compaction proposes. */
export const wholeCompaction = (compaction: Compaction) => ({
  lesson: true,
  keywords: [],
  edited: proposedTexts(compaction),
});

/** The accepted parts with the API's field names. */
export const acceptedFields = ({ lesson, keywords, edited }: AcceptedParts) => ({
  ...(edited && { content: edited.content }),
  lessons_learned: lesson && edited ? edited.lesson : lesson,
  keywords,
});
