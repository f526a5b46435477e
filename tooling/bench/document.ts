/** `docs/page-measurements.md`, which consists of what the benches printed: each run replaces its own section. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';

const FILE = path.join(repoRoot, 'docs/page-measurements.md');
const HEAD =
  '# How the pages feel\n\nWritten by `pnpm bench` (`tooling/bench`), not by hand: each run replaces its own section.\n';
const SECTION = /<!-- (.+?) -->\n[\s\S]*?<!-- \/\1 -->\n/g;

/** The document with one section new or replaced. Sections stay in the order of their names. */
export function withSection(text: string, name: string, content: string): string {
  const sections = new Map([...text.matchAll(SECTION)].map((match) => [match[1]!, match[0]]));
  sections.set(name, `<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->\n`);
  const ordered = [...sections].sort(([left], [right]) => left.localeCompare(right));
  return [HEAD, ...ordered.map(([, section]) => section)].join('\n');
}

/** What else the machine did: a figure means nothing without it. */
export const machine = (before = loadavg()[0]!) =>
  `${cpus().length} cores, Node ${process.versions.node}, load ${before.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`;

/** Prints a section and puts it into the document. */
export function writeSection(name: string, content: string): void {
  console.log(`\n${content}`);
  writeFileSync(FILE, withSection(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', name, content));
}
