/** Describes an error for people, as the end of a sentence such as `Failed to save changes: {reason}`. */
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';

/** Shown where language-model features are turned off. */
export const LLM_OFF = 'LLM features are currently disabled.';
export const NOT_ALLOWED = 'You do not have permission to do this.';

/** A refusal whose message adds nothing to its status. */
const isBareRefusal = ({ status, detail }: ApiError) =>
  status === 403 && (detail === null || detail === 'Forbidden');

/** Uses the service's own message if it explains something. */
export function describeError(error: unknown): string {
  if (isAbort(error)) return 'Canceled before it finished.';
  if (error instanceof ApiError) {
    if (error.code === 'llm_disabled') return LLM_OFF;
    if (isBareRefusal(error)) return NOT_ALLOWED;
  }
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}
