/** Starts the shared stack once, with the demo workspace, and keeps a copy of its data for stacks of single tests. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANY_PORTS, startStack } from '../../tooling/local-stack/stack';
import { leaveSharedStack } from './sharedStack';

const registryFile = fileURLToPath(new URL('../../var/registry.json', import.meta.url));

/** @returns what stops it again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(registryFile)) {
    throw new Error(
      'Nothing is built yet. Run `pnpm build` before `pnpm e2e`, or `npm test` for everything.',
    );
  }
  const runFolder = mkdtempSync(path.join(tmpdir(), 'hindsight-e2e-'));
  const dataDir = path.join(runFolder, 'shared');
  const stack = await startStack({ ports: ANY_PORTS, dataDir });
  const stop = async () => {
    await stack.stop();
    rmSync(runFolder, { recursive: true, force: true });
  };
  try {
    // A database is copied while nobody writes to it.
    const preparedData = path.join(runFolder, 'prepared');
    await stack.stopPart('service');
    cpSync(path.join(dataDir, 'memory-service'), preparedData, { recursive: true });
    await stack.startPart('service');
    leaveSharedStack({ ...stack, preparedData, runFolder });
    // The programs of the stack are bundled by now; workers need not do it again.
    process.env.HINDSIGHT_BUNDLED = '1';
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
