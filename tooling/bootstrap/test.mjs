/** `npm test` and `npm run test:all`: installs the dependencies, then runs the checks (tooling/checks/testRun.ts). */
import { pathToFileURL } from 'node:url';
import { endOnSignals, prepare } from './prepare.mjs';

const HELP = `npm test
npm run test:all

Installs what the tests need, builds what changed, and runs lint, types, import boundaries, unit tests and journeys in a browser.
test:all adds the slow suites: unit tests on Node 24, failing parts, releases, each page in each theme, the production stack, the previous release.
The last line is the total, "N passed, N failed"; the exit code is 0 only if nothing failed.

Variables: CHROMIUM_PATH (browser to use instead of the detected one)
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
