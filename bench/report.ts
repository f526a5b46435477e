/** What every bench prints: Markdown tables, medians, and what the machine did meanwhile. */
import { cpus, loadavg } from 'node:os';

/** The middle value; of an even number of values, the upper one of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * A Markdown table that can go into a document as it is.
 * @param rows the first one is the head; all have the same number of cells.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** The machine and its load average: a figure means nothing without them. */
export function describeMachine(): string {
  return `${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`;
}

export const print = (text: string) => void process.stdout.write(`${text}\n`);
export const progress = (text: string) => void process.stderr.write(`${text}\n`);

/** Numbers from 0 to 1, the same ones in each run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
