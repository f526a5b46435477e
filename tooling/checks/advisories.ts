/**
 * `pnpm advisories`: lists known vulnerabilities in the installed packages. Queries the registry of pnpm's configuration, or reads a
 * snapshot: `--from advisories.json`. `--save advisories.json` writes one, for offline use. Replaces `pnpm audit`, because version 10 calls
 * endpoints that the registry has retired.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { satisfies } from 'semver';
import { z } from 'zod';
import { runProgram } from '../local-stack/program';

/** The registry's response: advisories by package name. A snapshot is this JSON. */
const Advisories = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
      vulnerable_versions: z.string(),
    }),
  ),
);
type Advisories = z.infer<typeof Advisories>;

/** Versions by name of every package in the lockfile, including development tools, because they can tamper with the product's build. */
export function lockedVersions(lockfile: string): Record<string, string[]> {
  const [, packages = ''] = /^packages:\n([^]*?)^snapshots:/m.exec(lockfile) ?? [];
  const found = new Map<string, string[]>();
  for (const [, name = '', version = ''] of packages.matchAll(/^ {2}'?(@?[^@'\s]+)@([^:'\s]+)'?:$/gm))
    found.set(name, [...(found.get(name) ?? []), version]);
  return Object.fromEntries(found);
}

/** @returns one line per version with a known vulnerability. */
export function vulnerable(locked: Readonly<Record<string, readonly string[]>>, known: Advisories): string[] {
  return Object.entries(known).flatMap(([name, list]) =>
    list.flatMap(({ url, title, severity, vulnerable_versions: range }) =>
      (locked[name] ?? [])
        .filter((version) => satisfies(version, range, { includePrerelease: true }))
        .map((version) => `${name} ${version}: ${severity}, ${title} (${url})`),
    ),
  );
}

/** @throws Error with one sentence when the registry does not return vulnerability data. */
export async function askRegistry(registry: string, locked: Record<string, string[]>): Promise<Advisories> {
  const url = new URL('-/npm/v1/security/advisories/bulk', registry.replace(/(?<!\/)\/*$/, '/'));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(locked),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`The registry didn’t return vulnerability data (${answer.status}).`);
  return Advisories.parse(await answer.json());
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, save: { type: 'string' } } });
  const lockfile = fileURLToPath(new URL('../../pnpm-lock.yaml', import.meta.url));
  const locked = lockedVersions(readFileSync(lockfile, 'utf8'));
  const count = Object.values(locked).flat().length;
  if (count === 0) throw new Error('The lockfile names no package.');
  const configuredRegistry = async () => (await runProgram(['npm', 'config', 'get', 'registry'])).output;
  const findRegistry = (output: string) => /https?:\/\/\S+/.exec(output)?.[0] ?? '';
  const known = values.from
    ? Advisories.parse(JSON.parse(readFileSync(path.resolve(values.from), 'utf8')))
    : await askRegistry(findRegistry(await configuredRegistry()), locked);
  if (values.save) writeFileSync(path.resolve(values.save), `${JSON.stringify(known, null, 2)}\n`);
  const lines = vulnerable(locked, known);
  console.log(lines.join('\n') || `No known vulnerabilities in ${count} versions.`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  run().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
}
