/** A stack on a copy of the demo workspace: one per worker, and one for each test that needs other settings. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANY_PORTS, type Stack, startStack } from '../../tooling/local-stack/stack';
import { readPrepared } from './prepared';

const builtRegistry = fileURLToPath(new URL('../../var/registry.json', import.meta.url));

/** A clone's gateway; releases up to 1.2 bundled it with the tools. */
function gatewayProgram(root: string): string {
  const own = path.join(root, 'gateway/dist/gateway.js');
  return existsSync(own) ? own : path.join(root, 'tooling/dist/gatewayServer.js');
}

/** A stack's addresses, and the secret with which a test calls its service. */
export type Address = Pick<Stack, 'urls' | 'ports' | 'gatewaySecret'>;

export interface OwnStack extends Stack {
  /** The registry of this stack; a copy that may be changed. */
  registryFile: string;
  /** Its database and logs; deleted with the stack. */
  dataDir: string;
}

interface Difference {
  /** Published releases to serve instead of the local builds, including their registry. */
  releasesDir?: string;
  /** Program that replaces the service and starts without data. */
  serviceScript?: string;
  /** Clone that provides gateway and host; this one by default. */
  hostRoot?: string;
}

/**
 * Starts all parts on separate ports.
 * @param env settings, e.g. `{ FEATURE_CONSOLIDATION_ENABLED: 'off' }`.
 */
export async function startOwnStack(
  env: NodeJS.ProcessEnv = {},
  { releasesDir, serviceScript, hostRoot }: Difference = {},
): Promise<OwnStack> {
  const { data, runFolder } = readPrepared();
  const dataDir = mkdtempSync(path.join(runFolder, 'own-'));
  if (!serviceScript) cpSync(data, path.join(dataDir, 'memory-service'), { recursive: true });
  const registryFile = path.join(releasesDir ?? dataDir, 'registry.json');
  if (!releasesDir) cpSync(builtRegistry, registryFile);
  const stack = await startStack({
    ports: ANY_PORTS,
    dataDir,
    registryFile,
    // No test depends on a downloaded model.
    env: { EMBEDDINGS: 'off', ...env },
    quiet: true,
    ...(releasesDir ? { releasesDir } : {}),
    ...(serviceScript ? { serviceScript } : {}),
    ...(hostRoot ? { gatewayScript: gatewayProgram(hostRoot) } : {}),
  });
  return {
    ...stack,
    registryFile,
    dataDir,
    async stop() {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
