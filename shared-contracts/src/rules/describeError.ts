/** The reason of an error, in words for a person: what ends a sentence such as `Failed to save changes: {reason}`. */
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';

/** Shown wherever the features of the language model are switched off. */
export const LLM_OFF = 'LLM features are currently disabled.';
export const NOT_ALLOWED = 'You do not have permission to do this.';

/** A refusal whose sentence says no more than its status. */
const isBareRefusal = ({ status, detail }: ApiError) =>
  status === 403 && (detail === null || detail === 'Forbidden');

/** The service's own sentence where it sent one that explains something. */
export function describeError(error: unknown): string {
  if (isAbort(error)) return 'Canceled before it finished.';
  if (error instanceof ApiError) {
    if (error.code === 'llm_disabled') return LLM_OFF;
    if (isBareRefusal(error)) return NOT_ALLOWED;
  }
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}
