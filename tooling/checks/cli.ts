/** `pnpm verify`: lint, types, import boundaries, unused code, licences and unit tests, without a build and without a browser. */
import { stopPrograms } from './programs';
import { exitCodeOf, type Row, runSteps, summary } from './runSteps';
import { boundaries, licences, lint, types, unit, unused } from './steps';

if (process.argv[2] !== 'verify') {
  console.error('Usage: pnpm verify');
  process.exit(1);
}
process.once('exit', stopPrograms);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const table: Row[] = [];
await runSteps([unit, lint, types, boundaries, unused, licences], (text) => console.log(text), table);
console.log(summary(table));
process.exitCode = exitCodeOf(table);
