/** Passages and words of long texts that a search has found. */
import { defineTextWork } from '../../platform/text/textWork';
import { highlightsOf, wordsLike } from './rules/highlights';

export const wordsLikeInThread = defineTextWork(
  'wordsLike',
  (fields: readonly Parameters<typeof wordsLike>[0][], wanted: Parameters<typeof wordsLike>[1]): string[] => [
    ...new Set(fields.flatMap((one) => wordsLike(one, wanted))),
  ],
);

export const highlightsInThread = defineTextWork(
  'highlights',
  (
    fields: readonly Parameters<typeof highlightsOf>[0][],
    wanted: Parameters<typeof highlightsOf>[1],
    stems: ReadonlyMap<string, string>,
  ) => fields.map((one) => highlightsOf(one, wanted, stems)),
);
