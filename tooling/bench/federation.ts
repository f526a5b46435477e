/**
 * The first load of two pages as host and remotes, beside the same screens as one program split by route and as one bundle (one file,
 * gzip), on one service, through the same kind of gateway, in one run: with an empty cache and once more, on a desktop and like a phone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackages } from '../build/buildPackages';
import { BUILT_PACKAGES } from '../build/packages';
import { PART_NAMES } from '../local-stack/parts';
import { startStack } from '../local-stack/stack';
import { buildMonolith } from './buildMonolith';
import { machine, writeSection } from './document';
import { PROFILES, type Profile } from './profiles';
import { median, openOwn, type Served, signIn, startRival } from './rival';
import { table } from './table';
import { visitTwice, type Visit } from './visit';

const PAGES = [
  { path: '/dashboard', ready: 'main article a' },
  { path: '/memory-blocks', ready: 'main article a' },
];
const REPEATS = 5;

/** One of the builds that are compared; each answers at the same address, in a browser of its own. */
interface Build extends Served {
  name: string;
}

type Kind = 'cold' | 'repeat';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;

const COLUMNS: { key: keyof Visit; title: string; show(value: number): string }[] = [
  { key: 'requests', title: 'requests', show: String },
  { key: 'depth', title: 'depth', show: String },
  { key: 'bytes', title: 'bytes', show: kilobytes },
  { key: 'scriptBytes', title: 'of it scripts', show: kilobytes },
  { key: 'fcp', title: 'first paint', show: milliseconds },
  { key: 'rows', title: 'first row', show: milliseconds },
  { key: 'lcp', title: 'largest paint', show: milliseconds },
  { key: 'scriptTime', title: 'scripts ran', show: milliseconds },
  { key: 'blocking', title: 'blocked', show: milliseconds },
  { key: 'shift', title: 'moved', show: (value) => value.toFixed(3) },
];

const ratio = (ours: number, rival: number) => (rival ? (ours / rival).toFixed(2) : '-');

function medians(visits: Visit[]): Visit {
  return Object.fromEntries(
    COLUMNS.map(({ key }) => [key, median(visits.map((one) => one[key]))]),
  ) as unknown as Visit;
}

/** Visits every build in turn, so that what else the machine does falls on all of them. */
async function measure(
  origin: string,
  builds: Build[],
  page: (typeof PAGES)[number],
  profile: Profile,
): Promise<Record<Kind, Map<string, Visit>>> {
  const seen = new Map(builds.map(({ name }) => [name, { cold: [] as Visit[], repeat: [] as Visit[] }]));
  const states = new Map<string, Awaited<ReturnType<typeof signIn>>>();
  for (const { name, browser } of builds) states.set(name, await signIn(browser, origin));
  for (let n = 0; n < REPEATS; n++) {
    for (const { name, browser } of builds) {
      const both = await visitTwice(browser, origin + page.path, page.ready, states.get(name), profile);
      seen.get(name)!.cold.push(both.cold);
      seen.get(name)!.repeat.push(both.repeat);
    }
  }
  const of = (kind: Kind) => new Map([...seen].map(([name, visits]) => [name, medians(visits[kind])]));
  return { cold: of('cold'), repeat: of('repeat') };
}

function rowsOf(page: string, visits: Map<string, Visit>): string[][] {
  const [[own, ours], ...rivals] = [...visits] as [[string, Visit], ...[string, Visit][]];
  const row = (name: string, one: Visit) => [page, name, ...COLUMNS.map(({ key, show }) => show(one[key]))];
  const ratioRow = (name: string, theirs: Visit) => [
    page,
    `${own} / ${name}`,
    ...COLUMNS.map(({ key }) => ratio(ours[key], theirs[key])),
  ];
  return [
    row(own, ours),
    ...rivals.map(([name, one]) => row(name, one)),
    ...rivals.map(([name, one]) => ratioRow(name, one)),
  ];
}

async function profileTables(origin: string, builds: Build[], profile: Profile): Promise<string> {
  const head = ['page', 'built as', ...COLUMNS.map(({ title }) => title)];
  const tables: Record<Kind, string[][]> = { cold: [head], repeat: [head] };
  for (const page of PAGES) {
    const measured = await measure(origin, builds, page, profile);
    for (const kind of ['cold', 'repeat'] as const) tables[kind].push(...rowsOf(page.path, measured[kind]));
  }
  return `### ${profile.title}\n\nEmpty cache:\n\n${table(tables.cold)}\n\nOnce more:\n\n${table(tables.repeat)}`;
}

/** Runs the comparison, prints it and puts it into docs/page-measurements.md. `BENCH_PROFILE` for one of the profiles. */
export async function benchFederation(): Promise<void> {
  console.log('Building host, remotes and the two monoliths ...');
  await buildPackages(BUILT_PACKAGES);
  const dists = {
    'split by route': await buildMonolith('split'),
    'one bundle': await buildMonolith('bundle'),
  };
  const wanted = PROFILES.filter(({ name }) => name === (process.env.BENCH_PROFILE ?? name));
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hindsight-bench-'));
  const freePorts = Object.fromEntries(PART_NAMES.map((name) => [name, 0]));
  const stack = await startStack({ ports: freePorts, dataDir });
  const builds: Build[] = [];
  try {
    builds.push({ name: 'federation', ...(await openOwn()) });
    for (const [name, dist] of Object.entries(dists))
      builds.push({ name, ...(await startRival(stack, dataDir, dist)) });
    for (const profile of wanted) {
      const load = loadavg()[0];
      const tables = await profileTables(stack.urls.gateway, builds, profile);
      const how = `Medians of ${REPEATS} visits of each build in turn (${machine(load)}). The bundle is one file, compressed with gzip; the others are compressed with brotli.`;
      writeSection(`first loads, ${profile.name}`, `## First loads, ${profile.name}\n\n${how}\n\n${tables}`);
    }
  } finally {
    for (const build of builds) await build.stop();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
