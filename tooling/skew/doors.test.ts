/** What remotes take from shared doors must be there in the previous host too: it provides the only copy on the page. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REMOTE_ROOMS } from '../build/rooms';
import doors from './doors.json';

const root = path.resolve(__dirname, '../..');
const offered: Record<string, readonly string[]> = doors;
const IMPORT = /import \{([^}]*)\} from '(@hindsight\/[^']+)';/g;

/** Sources of a remote that become part of it. */
const sourcesOf = (room: string) =>
  readdirSync(path.join(root, room, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(testing|standalone)\//.test(file));

/** Names that a file takes at run time from shared doors, and that the previous host does not have. */
function missingIn(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', door = '']) => {
    const known = offered[door];
    if (!known) return [];
    const taken = names.split(',').map((name) => name.trim().replace(/ as .*/, ''));
    return taken
      .filter((name) => name && !name.startsWith('type ') && !known.includes(name))
      .map((name) => `${name} of ${door}`);
  });
}

it('finds what is missing, and leaves types alone', () => {
  const line = "import { useShell, type Shell, useTomorrow } from '@hindsight/shared-contracts/shell';";
  expect(missingIn(line)).toEqual(['useTomorrow of @hindsight/shared-contracts/shell']);
});

// One release later it may be used: record the doors anew then. Until then a remote brings it along (docs/adr/0122).
it.each(REMOTE_ROOMS)('%s uses nothing that the previous host lacks', (room) => {
  const missing = sourcesOf(room).flatMap((file) =>
    missingIn(readFileSync(file, 'utf8')).map((name) => `${path.relative(root, file)}: ${name}`),
  );
  expect(missing).toEqual([]);
});
