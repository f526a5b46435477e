/**
 * Prepared statements whose plans went stale. Behind a pooler a statement is known by its text, on connections that nobody can name: so
 * all statements get another text, and are prepared again wherever they are sent.
 */
import { isStalePlan } from './errors';

let generation = 0;

/** A prepared statement as it is sent now. */
export const withGeneration = <T extends { name: string; text: string }>(statement: T): T =>
  generation === 0 || statement.name === ''
    ? statement
    : {
        ...statement,
        name: `${statement.name}_${generation}`,
        text: `${statement.text} /* ${generation} */`,
      };

/** Runs `work`, and once more with statements that are prepared again when one of its plans was stale: nothing of it was done. */
export async function repeatWhenStale<T>(work: () => Promise<T>): Promise<T> {
  const before = generation;
  try {
    return await work();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    // Of those that fail together, the first one begins the next generation.
    if (generation === before) generation += 1;
    return work();
  }
}
