/** Report helpers of all benchmarks: Markdown tables, medians, and a description of the machine with its load. */
import { cpus, loadavg } from 'node:os';

/** The middle value; for an even number of values, the upper of the two middle ones. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * A Markdown table that can be pasted into a document unchanged.
 * @param rows the first one is the header; all have the same number of cells.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** The machine and its load average; no figure is meaningful without them. */
export function describeMachine(): string {
  return `${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`;
}

export const print = (text: string) => void process.stdout.write(`${text}\n`);
export const progress = (text: string) => void process.stderr.write(`${text}\n`);

/** Deterministic pseudo-random numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
