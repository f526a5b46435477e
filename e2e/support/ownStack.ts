/** A stack of one's own, for tests that stop, slow down or replace parts of it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANY_PORTS, type Stack, startStack } from '../../tooling/local-stack/stack';
import { sharedStack } from './sharedStack';

const builtRegistry = fileURLToPath(new URL('../../var/registry.json', import.meta.url));

export interface OwnStack extends Stack {
  /** The registry that this stack serves; a copy, free to be changed. */
  registryFile: string;
}

/**
 * Starts all parts on ports of their own, on a copy of the demo workspace.
 * @param env switches, e.g. `{ FEATURE_CONSOLIDATION_ENABLED: 'off' }`.
 * @param releasesDir published releases to serve instead of the local builds; their registry is then the stack's.
 */
export async function startOwnStack(env: NodeJS.ProcessEnv = {}, releasesDir?: string): Promise<OwnStack> {
  const { preparedData, runFolder } = sharedStack();
  const dataDir = mkdtempSync(path.join(runFolder, 'own-'));
  cpSync(preparedData, path.join(dataDir, 'memory-service'), { recursive: true });
  const registryFile = path.join(releasesDir ?? dataDir, 'registry.json');
  if (!releasesDir) cpSync(builtRegistry, registryFile);
  const stack = await startStack({
    ports: ANY_PORTS,
    dataDir,
    registryFile,
    env,
    quiet: true,
    ...(releasesDir ? { releasesDir } : {}),
  });
  return {
    ...stack,
    registryFile,
    async stop() {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
