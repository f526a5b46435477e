/** Compares measured sizes with the budgets, and names the module that grew most. */
import type { Measured, Weight } from './measure';

export type Budgets = Record<string, Weight>;
/** Default budget for remotes without an entry, such as new ones. */
export const ANY_OTHER = 'any other remote';
/** Bytes of each larger module when the budgets were last recorded, by budget name. */
export type Baseline = Record<string, Record<string, number>>;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Describes the module that grew most; empty when none grew. */
export function mostGrown(modules: Record<string, number>, before: Record<string, number>): string {
  let worst = { name: '', growth: 0 };
  for (const [name, bytes] of Object.entries(modules)) {
    const growth = bytes - (before[name] ?? 0);
    if (growth > worst.growth) worst = { name, growth };
  }
  if (!worst.name) return '';
  const was = before[worst.name];
  return was === undefined
    ? `${worst.name} is new or was small, and takes ${kilobytes(worst.growth)} (before compression)`
    : `${worst.name} grew by ${kilobytes(worst.growth)} to ${kilobytes(was + worst.growth)} (before compression)`;
}

/** One sentence per exceeded budget. */
export function overBudget(
  measured: Record<string, Measured>,
  budgets: Budgets,
  baseline: Baseline,
): string[] {
  return Object.entries(measured).flatMap(([name, { weight, modules }]) => {
    const budget = budgets[name] ?? budgets[ANY_OTHER];
    if (!budget) return [`${name} has no budget.`];
    const broken = (['gzip', 'brotli'] as const).filter((kind) => weight[kind] > budget[kind]);
    if (broken.length === 0) return [];
    const sizes = broken.map((kind) => `${kilobytes(weight[kind])} of ${kilobytes(budget[kind])} in ${kind}`);
    const reason = mostGrown(modules, baseline[name] ?? {});
    return [`${name} is over its budget: ${sizes.join(', ')}.${reason ? ` Largest cause: ${reason}.` : ''}`];
  });
}
