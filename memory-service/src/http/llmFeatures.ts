/** Gates of what counts as AI features, and how their failures are answered. */
import type { Config } from '../config';
import { StepProblem } from '../jobs/steps';
import { LanguageModelProblem } from '../llm/languageModel';
import { HttpProblem } from './problem';

const LANGUAGE_FEATURES_OFF = 'LLM features are currently disabled.';

/** Throws 503 where the feature flag is off. */
export function requireLanguageFeatures(config: Config): void {
  if (!config.flags.llm) throw new HttpProblem(503, LANGUAGE_FEATURES_OFF, { code: 'llm_disabled' });
}

/**
 * Turns failures of the model and of a text into answers: 503 when trying later helps, 422 when another text does.
 * @param refused the status of a reason that is for the person.
 */
export async function asHttpProblems<T>(work: Promise<T>, refused = 422): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StepProblem) throw new HttpProblem(refused, error.message);
    if (!(error instanceof LanguageModelProblem)) throw error;
    const isText = error.reason === 'too_long' || error.reason === 'refused';
    throw new HttpProblem(isText ? 422 : 503, error.message, { code: `llm_${error.reason}` });
  }
}
