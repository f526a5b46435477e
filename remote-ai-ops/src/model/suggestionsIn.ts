/** The rows of an analysis or of a pruning proposal. */
import { fields } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

/**
 * A bare array, `suggestions`, or `items`, as some services call them.
 * @throws UnexpectedAnswerError for anything else: nothing that can be read is not nothing to do.
 */
export const suggestionsIn = (answer: unknown): unknown[] =>
  listIn(answer, Array.isArray(fields(answer)['items']) ? 'items' : 'suggestions');
