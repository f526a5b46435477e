/**
 * Builds one room: `tsx tooling/federation/buildRoom.ts <room> --version <version>`.
 * Writes `<room>/dist/<version>/` and, beside it, `release.json` (remotes) or `index.html` (host). A remote that is built for a
 * release goes to a folder of its own (`--out`), with the list of the licences of what it bundles (`--licences`).
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from './compile';
import { defineBoot, defineHost } from './defineHost';
import { defineRemote } from './defineRemote';
import { hostPage } from './hostPage';
import { releaseOf } from './release';
import { writeStatistics } from './statistics';

const root = path.resolve(import.meta.dirname, '../..');

function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

export interface BuildRequest {
  room: string;
  version: string;
  mode: 'production' | 'development';
  /** Folder of the version; `<room>/dist/<version>` by default, which then is the room's newest build. */
  out?: string;
  licences?: boolean;
}

export async function buildRoom({ room, version, mode, out, licences = false }: BuildRequest): Promise<void> {
  const roomDir = path.join(root, room);
  const outputDir = out ?? path.join(roomDir, 'dist', version);
  mkdirSync(outputDir, { recursive: true });
  const target = { roomDir, version, outputDir, mode, licences };
  if (room === 'host') {
    const [main, boot] = await compile([defineHost(target), defineBoot(target)]);
    const template = readFileSync(path.join(roomDir, 'src/app/index.html'), 'utf8');
    writeStatistics(outputDir, room, [main!, boot!]);
    writeAtomically(
      path.join(roomDir, 'dist/index.html'),
      hostPage(template, `/assets/${version}/`, main!, boot!),
    );
    writeAtomically(path.join(roomDir, 'dist/release.json'), JSON.stringify({ version }, null, 2));
    return;
  }
  const remote = room.replace(/^remote-/, '');
  const [stats] = await compile([defineRemote(remote, target)]);
  writeStatistics(outputDir, room, [stats!]);
  const release = await releaseOf({ remote, version, roomDir, outputDir, stats: stats! });
  if (!out) writeAtomically(path.join(roomDir, 'dist/release.json'), JSON.stringify(release, null, 2));
}

if (process.argv[1] === import.meta.filename) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      dev: { type: 'boolean', default: false },
      out: { type: 'string' },
      licences: { type: 'boolean', default: false },
    },
  });
  const room = positionals[0];
  const { version, dev, ...rest } = values;
  if (!room || !version)
    throw new Error('Usage: buildRoom <room> --version <version> [--dev] [--out <folder>]');
  await buildRoom({ room, version, mode: dev ? 'development' : 'production', ...rest }).catch(
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    },
  );
}
