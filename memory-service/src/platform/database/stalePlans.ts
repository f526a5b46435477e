/**
 * Renews prepared statements with stale plans. Behind a pooler, a statement is identified by its text on connections that cannot be
 * addressed, so all statements change their text and are prepared again wherever they are sent.
 */
import { isStalePlan } from './errors';

let generation = 0;

/** The statement with the name and text of the current generation. */
export const withGeneration = <T extends { name: string; text: string }>(statement: T): T =>
  generation === 0 || statement.name === ''
    ? statement
    : {
        ...statement,
        name: `${statement.name}_${generation}`,
        text: `${statement.text} /* ${generation} */`,
      };

/** Runs `work`, and retries once with freshly prepared statements if a plan was stale: the failed attempt had no effect. */
export async function repeatWhenStale<T>(work: () => Promise<T>): Promise<T> {
  const before = generation;
  try {
    return await work();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    // Of several concurrent failures, only the first starts the next generation.
    if (generation === before) generation += 1;
    return work();
  }
}
