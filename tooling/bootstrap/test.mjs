/** `npm test` and `npm run test:all`: installs the dependencies, then runs the checks (tooling/checks/testRun.ts). */
import { pathToFileURL } from 'node:url';
import { endOnSignals, prepare } from './prepare.mjs';

const HELP = `npm test
npm run test:all

Installs what the tests need, builds what changed, and runs lint, types, import boundaries, unit tests and journeys in a browser.
test:all goes on with what takes long: unit tests on Node 24 too, parts that fail, releases, each page in each look, the production stack, the previous release.
The last line is "N passed, N failed" over everything; the exit code is 0 only when nothing failed.

Variables: CHROMIUM_PATH (browser to use instead of the one that is found)
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(HELP);
  process.exit(0);
}
const release = endOnSignals();
try {
  const began = Date.now();
  await prepare();
  const { bundle } = await import('./bundle.mjs');
  const programOf = await bundle();
  process.env.HINDSIGHT_BUNDLED = '1';
  const { runTests } = await import(pathToFileURL(programOf('testRun')).href);
  release();
  await runTests((Date.now() - began) / 1000, process.argv.includes('--all'));
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
