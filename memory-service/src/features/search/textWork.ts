/** Passages and words of long texts that a search has found. */
import { defineTextWork } from '../../platform/text/textWork';
import { findHighlights, candidateWords } from './rules/highlights';

export const candidateWordsInThread = defineTextWork(
  'candidateWords',
  (
    fields: readonly Parameters<typeof candidateWords>[0][],
    wanted: Parameters<typeof candidateWords>[1],
  ): string[] => [...new Set(fields.flatMap((one) => candidateWords(one, wanted)))],
);

export const highlightsInThread = defineTextWork(
  'highlights',
  (
    fields: readonly Parameters<typeof findHighlights>[0][],
    wanted: Parameters<typeof findHighlights>[1],
    stems: ReadonlyMap<string, string>,
  ) => fields.map((one) => findHighlights(one, wanted, stems)),
);
