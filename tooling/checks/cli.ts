/**
 * `pnpm verify`: lint, formatting, types, import boundaries, unused code, licenses, commit messages and unit tests; no build, no browser.
 */
import { stopPrograms } from '../local-stack/program';
import { toExitCode, type Row, runSteps, summary } from './runSteps';
import { staticChecks, unit } from './steps';

if (process.argv[2] !== 'verify') {
  console.error('Usage: pnpm verify');
  process.exit(1);
}
process.once('exit', stopPrograms);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const table: Row[] = [];
const report = (text: string) => console.log(text);
await runSteps(staticChecks, report, table);
await runSteps([unit(false)], report, table);
console.log(summary(table));
process.exitCode = toExitCode(table);
