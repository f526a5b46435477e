/** Data that the global setup leaves for the workers' stacks. */

export interface Prepared {
  /** A filled data folder that no process uses; each stack starts from a copy. */
  data: string;
  /** Folder of this run, deleted at its end. */
  runFolder: string;
}

const VARIABLE = 'HINDSIGHT_E2E';

/** Passes it to the worker processes, which inherit the environment. */
export function leavePrepared(prepared: Prepared): void {
  process.env[VARIABLE] = JSON.stringify(prepared);
}

/** @throws Error when the global setup did not run. */
export function readPrepared(): Prepared {
  const left = process.env[VARIABLE];
  if (!left) throw new Error('The demo workspace is not prepared: start the tests with `pnpm e2e`.');
  return JSON.parse(left) as Prepared;
}
