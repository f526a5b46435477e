/** A stack on a copy of the demo workspace: one for each worker, and one for a test that needs other settings. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANY_PORTS, type Stack, startStack } from '../../tooling/local-stack/stack';
import { readPrepared } from './prepared';

const builtRegistry = fileURLToPath(new URL('../../var/registry.json', import.meta.url));

/** The gateway of a clone; releases up to 1.2 bundled it with the tools. */
function gatewayProgram(root: string): string {
  const own = path.join(root, 'gateway/dist/gateway.js');
  return existsSync(own) ? own : path.join(root, 'tooling/dist/gatewayServer.js');
}

/** Where a stack is, and the secret with which a test talks to its service. */
export type Address = Pick<Stack, 'urls' | 'ports' | 'gatewaySecret'>;

export interface OwnStack extends Stack {
  /** The registry that this stack serves; a copy, free to be changed. */
  registryFile: string;
  /** Its database and logs; they go with the stack. */
  dataDir: string;
}

interface Difference {
  /** Published releases to serve instead of the local builds; their registry is then the stack's. */
  releasesDir?: string;
  /** Another program in the service's place, which begins with nothing. */
  serviceScript?: string;
  /** Clone whose gateway and host are taken; this one by default. */
  hostRoot?: string;
}

/**
 * Starts all parts on ports of their own.
 * @param env switches, e.g. `{ FEATURE_CONSOLIDATION_ENABLED: 'off' }`.
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
    // No test depends on a model that is fetched.
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
