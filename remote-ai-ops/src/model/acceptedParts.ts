/** What of a consolidation suggestion or a compaction a person accepts. */
import type { Compaction, ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { proposedTexts } from './compaction';

export interface AcceptedParts {
  lesson: boolean;
  keywords: string[];
  /** The texts as a person has changed them; null while they are the suggested ones. */
  edited: { content: string; lesson: string } | null;
}

/** All with `one`, or without it where it is among them. */
export const toggleOne = (all: readonly string[], one: string): string[] =>
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

/** The accepted parts as the wire names them. */
export const acceptedFields = ({ lesson, keywords, edited }: AcceptedParts) => ({
  ...(edited && { content: edited.content }),
  lessons_learned: lesson && edited ? edited.lesson : lesson,
  keywords,
});
