/** Fills one data folder with the demo workspace; each worker's stack starts from a copy. */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANY_PORTS, startStack } from '../../tooling/local-stack/stack';
import { leavePrepared } from './prepared';

const registryFile = fileURLToPath(new URL('../../var/registry.json', import.meta.url));

/** @returns a function that removes the folder of the run. */
export default async function globalSetup(): Promise<() => void> {
  if (!existsSync(registryFile)) {
    throw new Error(
      'Nothing is built yet. Run `pnpm build` before `pnpm e2e`, or `npm test` for everything.',
    );
  }
  const runFolder = mkdtempSync(path.join(tmpdir(), 'hindsight-e2e-'));
  const remove = () => rmSync(runFolder, { recursive: true, force: true });
  try {
    const dataDir = path.join(runFolder, 'first');
    const stack = await startStack({
      ports: ANY_PORTS,
      dataDir,
      parts: ['service'],
      env: { EMBEDDINGS: 'off' },
    });
    await stack.stop();
    const data = path.join(runFolder, 'prepared');
    renameSync(path.join(dataDir, 'memory-service'), data);
    leavePrepared({ data, runFolder });
    // The stack's programs are bundled now, so workers need not repeat it.
    process.env.HINDSIGHT_BUNDLED = '1';
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}
