/** Where things are on disk: the clone's root and the machine's own folder, `var/` (never committed). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone. Holds for the sources (`tooling/local-stack`) and for the bundle (`tooling/dist`): both are two deep. */
export const repoRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Data, logs, registry and secrets of this machine. */
export const varDir = path.join(repoRoot, 'var');

/**
 * Folder of published releases that the stack serves over the local builds (`RELEASES_DIR`, relative to where the command was
 * called); undefined when none is named.
 */
export function releasesDirFrom(env: Record<string, string | undefined>): string | undefined {
  const folder = env.RELEASES_DIR?.trim();
  return folder ? path.resolve(env.INIT_CWD ?? process.cwd(), folder) : undefined;
}
