/** Locates the local binaries of the programs that production runs in containers. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface Binaries {
  nginx: string;
  pgbouncer: string;
  /** Folder with `initdb`, `postgres` and `psql`. */
  postgres: string;
}

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

const findIn = (places: string[], name: string) =>
  places.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

const onPath = (name: string) => findIn([...PLACES, ...(process.env.PATH ?? '').split(path.delimiter)], name);

/** Debian installs each version of PostgreSQL in a separate folder; picks the newest. */
function postgresFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(root, version, 'bin')), ...PLACES];
  return folders.find((folder) => findIn([folder], 'initdb') && findIn([folder], 'postgres'));
}

/** The binaries, or one sentence that lists the missing ones. */
export function findBinaries(): Binaries | { missing: string } {
  const [nginx, pgbouncer, postgres] = [onPath('nginx'), onPath('pgbouncer'), postgresFolder()];
  if (nginx && pgbouncer && postgres) return { nginx, pgbouncer, postgres };
  const missing = Object.entries({ nginx, pgbouncer, postgresql: postgres }).flatMap(([name, found]) =>
    found ? [] : [name],
  );
  return {
    missing: `This machine has no ${missing.join(', no ')}. Install the system packages nginx, postgresql and pgbouncer.`,
  };
}

/** PostgreSQL and PgBouncer refuse to run as root; `nobody` has no privileges worth stealing. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim());
  return { uid: id('-u'), gid: id('-g') };
}
