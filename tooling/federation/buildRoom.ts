/**
 * Builds one room: `tsx tooling/federation/buildRoom.ts <room> --version <version>`.
 * Writes `<room>/dist/<version>/` and, beside it, `release.json` (remotes) or `index.html` (host).
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from './compile';
import { defineBoot, defineHost } from './defineHost';
import { defineRemote } from './defineRemote';
import { hostPage } from './hostPage';
import { releaseOf } from './release';

const root = path.resolve(import.meta.dirname, '../..');

function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

export async function buildRoom(
  room: string,
  version: string,
  mode: 'production' | 'development',
): Promise<void> {
  const roomDir = path.join(root, room);
  const outputDir = path.join(roomDir, 'dist', version);
  mkdirSync(outputDir, { recursive: true });
  const target = { roomDir, version, outputDir, mode };
  if (room === 'host') {
    const [main, boot] = await compile([defineHost(target), defineBoot(target)]);
    const template = readFileSync(path.join(roomDir, 'src/app/index.html'), 'utf8');
    writeAtomically(
      path.join(roomDir, 'dist/index.html'),
      hostPage(template, `/assets/${version}/`, main!, boot!),
    );
    writeAtomically(path.join(roomDir, 'dist/release.json'), JSON.stringify({ version }, null, 2));
    return;
  }
  const remote = room.replace(/^remote-/, '');
  const [stats] = await compile([defineRemote(remote, target)]);
  const release = await releaseOf({ remote, version, roomDir, outputDir, stats: stats! });
  writeAtomically(path.join(roomDir, 'dist/release.json'), JSON.stringify(release, null, 2));
}

if (process.argv[1] === import.meta.filename) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { version: { type: 'string' }, dev: { type: 'boolean', default: false } },
  });
  const room = positionals[0];
  if (!room || !values.version) throw new Error('Usage: buildRoom <room> --version <version> [--dev]');
  await buildRoom(room, values.version, values.dev ? 'development' : 'production').catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
