/** `pnpm budgets`: build sizes compared with their budgets. `--record` writes new budgets with some headroom, and the current modules. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { ANY_OTHER, type Baseline, type Budgets, overBudget } from './check';
import { type Measured, measureBuilds } from './measure';

/** Headroom of recorded budgets: enough for another form on a page, not for another library. */
const HEADROOM = 1.08;
/** Size limit of a new remote until its budget is recorded. */
const NEW_REMOTE = { gzip: 60_000, brotli: 54_000 };
/** Smaller modules are not recorded. */
const RECORDED = 2000;
const file = (name: string) => path.join(import.meta.dirname, name);

const withHeadroom = (bytes: number) => Math.ceil((bytes * HEADROOM) / 100) * 100;

function record(measured: Record<string, Measured>): void {
  const write = (name: string, value: unknown) =>
    writeFileSync(file(name), `${JSON.stringify(value, null, 2)}\n`);
  const entries = Object.entries(measured);
  const budgets: Budgets = Object.fromEntries(
    entries.map(([name, { weight }]) => [
      name,
      { gzip: withHeadroom(weight.gzip), brotli: withHeadroom(weight.brotli) },
    ]),
  );
  const baseline: Baseline = Object.fromEntries(
    entries.map(([name, { modules }]) => [
      name,
      Object.fromEntries(Object.entries(modules).filter(([, bytes]) => bytes >= RECORDED)),
    ]),
  );
  write('budgets.json', { ...budgets, [ANY_OTHER]: NEW_REMOTE });
  write('baseline.json', baseline);
}

try {
  const measured = measureBuilds(repoRoot);
  if (process.argv.includes('--record')) record(measured);
  const budgets = JSON.parse(readFileSync(file('budgets.json'), 'utf8')) as Budgets;
  const baseline = JSON.parse(readFileSync(file('baseline.json'), 'utf8')) as Baseline;
  for (const [name, { weight }] of Object.entries(measured)) {
    const { gzip = 0, brotli = 0 } = budgets[name] ?? budgets[ANY_OTHER] ?? {};
    const cell = (bytes: number, of: number) =>
      `${(bytes / 1000).toFixed(1)} of ${(of / 1000).toFixed(1)} kB`.padEnd(22);
    console.log(`${name.padEnd(20)} gzip ${cell(weight.gzip, gzip)} brotli ${cell(weight.brotli, brotli)}`);
  }
  const problems = overBudget(measured, budgets, baseline);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`Can’t measure the builds: ${(error as Error).message} Run \`pnpm build\` first.`);
  process.exitCode = 1;
}
