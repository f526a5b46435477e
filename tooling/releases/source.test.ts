import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { reasonInSource, stackInSource } from './source';
import { releaseFolder } from './testing/releaseFolder';
import { watchStatus } from './watch/watchStatus';
import { WATCH_KEY } from './watch/watchFile';

const RELEASE = { remote: 'memory', version: '1.0.0' };
const ADDRESS = 'https://files.test/r/memory/1.0.0/page.js';

let releases: ReturnType<typeof releaseFolder>;
/** Place of the throw in the minified file. */
let place: string;

beforeEach(async () => {
  releases = releaseFolder();
  await releases.ship('memory', '1.0.0');
  const folder = path.join(releases.folder, '.maps/memory/1.0.0');
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(
    path.join(folder, 'src/page.ts'),
    `const rows: string[] = [];\n\nif (rows.length === 0)\n  throw new Error('boom');\n`,
  );
  buildSync({
    absWorkingDir: folder,
    entryPoints: ['src/page.ts'],
    outfile: 'page.js',
    minify: true,
    sourcemap: 'external',
    logLevel: 'silent',
  });
  try {
    runInNewContext(readFileSync(path.join(folder, 'page.js'), 'utf8'), {}, { filename: ADDRESS });
  } catch (error) {
    place = /page\.js(:\d+:\d+)/.exec((error as Error).stack ?? '')![1]!;
  }
});
afterEach(() => releases.remove());

it('leads a reason to file and line', async () => {
  const { store } = releases;
  expect(await reasonInSource(store, RELEASE, `boom (page.js${place})`)).toBe('boom (src/page.ts:4:9)');
  expect(await reasonInSource(store, RELEASE, 'boom (other.js:1:2)')).toBe('boom (other.js:1:2)');
  expect(await reasonInSource(store, RELEASE, 'boom (../1.0.0/page.js:1:2)')).toBe(
    'boom (../1.0.0/page.js:1:2)',
  );
});

it('leads the lines of a stack to the source, and leaves those of other programs', async () => {
  const stack = `Error: boom\n    at Page (${ADDRESS}?retry=1${place})\n    at main (https://host.test/assets/1/main.js:1:2)`;
  expect(await stackInSource(releases.store, 'memory', stack)).toBe(
    'Error: boom\n    at Page (src/page.ts:4:9)\n    at main (https://host.test/assets/1/main.js:1:2)',
  );
});

it('shows operators file and line in the status', async () => {
  const figures = {
    people: 1,
    failing: 1,
    surelyFailing: 0,
    loads: 1,
    failures: 1,
    last: 1,
    longTasks: 0,
    lcp: null,
    inp: null,
    cls: null,
  };
  const watch = {
    by: 'test',
    at: '2026-01-01T00:00:00.000Z',
    releases: [{ ...RELEASE, ...figures, reason: `boom (page.js${place})` }],
    canaries: {},
  };
  await releases.store.replace(WATCH_KEY, Buffer.from(JSON.stringify(watch)), null);
  expect(await watchStatus(releases.store, Date.parse(watch.at))).toContain(
    '1.0.0 failed: boom (src/page.ts:4:9)',
  );
});
