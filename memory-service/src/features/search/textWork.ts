/** Passages and words of long texts that a search has found. */
import { defineTextWork } from '../../platform/text/textWork';
import { findHighlights, wordsLike } from './rules/highlights';

export const wordsLikeInThread = defineTextWork(
  'wordsLike',
  (fields: readonly Parameters<typeof wordsLike>[0][], wanted: Parameters<typeof wordsLike>[1]): string[] => [
    ...new Set(fields.flatMap((one) => wordsLike(one, wanted))),
  ],
);

export const highlightsInThread = defineTextWork(
  'highlights',
  (
    fields: readonly Parameters<typeof findHighlights>[0][],
    wanted: Parameters<typeof findHighlights>[1],
    stems: ReadonlyMap<string, string>,
  ) => fields.map((one) => findHighlights(one, wanted, stems)),
);
