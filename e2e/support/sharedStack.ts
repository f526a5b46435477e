/** The stack that all tests share which only read: where it is, as the global setup left it. */
import type { Stack } from '../../tooling/local-stack/stack';

export type Address = Pick<Stack, 'urls' | 'ports' | 'gatewaySecret'>;

export interface SharedStack extends Address {
  /** A filled data folder that no process uses, to start further stacks from. */
  preparedData: string;
  /** Folder of this run; goes when the run ends. */
  runFolder: string;
}

const VARIABLE = 'HINDSIGHT_E2E_STACK';

/** Hands the stack to the worker processes, which inherit the environment. */
export function leaveSharedStack({ urls, ports, gatewaySecret, preparedData, runFolder }: SharedStack): void {
  process.env[VARIABLE] = JSON.stringify({ urls, ports, gatewaySecret, preparedData, runFolder });
}

/** @throws Error when the global setup did not run. */
export function sharedStack(): SharedStack {
  const left = process.env[VARIABLE];
  if (!left) throw new Error('There is no running stack: start the tests with `pnpm e2e`.');
  return JSON.parse(left) as SharedStack;
}
