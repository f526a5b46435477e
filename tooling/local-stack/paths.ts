/** Locations on disk: the clone's root, and `var/`, the folder for local data (never committed). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone. Correct for the sources (`tooling/local-stack`) and the bundle (`tooling/dist`), because both are two levels deep. */
export const repoRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Data, logs, registry and secrets of this machine. */
export const varDir = path.join(repoRoot, 'var');

/**
 * Folder of published releases that the stack serves instead of the local builds (`RELEASES_DIR`, relative to the working directory);
 * undefined when unset.
 */
export function releasesDirFrom(env: Record<string, string | undefined>): string | undefined {
  const folder = env.RELEASES_DIR?.trim();
  return folder ? path.resolve(env.INIT_CWD ?? process.cwd(), folder) : undefined;
}
