/** What a failed call means in one sentence. */
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';

/** The specification's sentence for features that are switched off. */
export const LLM_OFF = 'LLM features are currently disabled.';

/** The reason of an error for a person; the service's own sentence where it sent one. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'llm_disabled') return LLM_OFF;
  return error instanceof Error && error.message ? error.message : 'Unknown error';
}

export { isAbort };
