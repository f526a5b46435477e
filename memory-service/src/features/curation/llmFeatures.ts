/** Feature gate of AI functions, and the responses to their failures. */
import type { Config } from '../../platform/config/config';
import type { Outcome } from '../../platform/jobs/jobs';
import { StepProblem } from '../../platform/jobs/steps';
import { HttpProblem } from '../../platform/http/problem';

const LANGUAGE_FEATURES_OFF = 'LLM features are currently disabled.';

/** Throws 503 if the feature flag is off. */
export function requireLanguageFeatures(config: Config): void {
  if (!config.flags.llm) throw new HttpProblem(503, LANGUAGE_FEATURES_OFF, { code: 'llm_disabled' });
}

/** Converts user-readable reasons into responses with this status. */
export async function asHttpProblems<T>(work: Promise<T>, refused = 422): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof StepProblem ? new HttpProblem(refused, error.message) : error;
  });
}

/** Appends the first reason if nothing was done. */
export function withReason(sentence: string, outcomes: readonly Outcome[]): string {
  const reason = outcomes.every(({ success }) => !success) ? outcomes[0]?.['error'] : undefined;
  return typeof reason === 'string' ? `${sentence} ${reason}` : sentence;
}
