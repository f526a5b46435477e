/**
 * `pnpm bench pages [--before <checkout>] [--repeats 5] [--profile phone]`: first loads of two pages with an empty cache and 1,000
 * memories, compared with the build of an earlier commit and with a plain baseline app. Builds are visited in turn, so that background load
 * affects all of them equally.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { buildPackages } from '../../tooling/build/buildPackages';
import { BUILT_PACKAGES } from '../../tooling/build/packages';
import { findBrowser } from '../../tooling/checks/browser';
import * as thisCheckout from '../../tooling/local-stack/stack';
import { describeMachine, markdownTable, median, print, progress } from '../report';
import { servePlainRival } from './plain/serve';
import { visit, type BenchPage, type Profile, type Visit } from './visit';

const MEMORIES = 1_000;

const PAGES: readonly BenchPage[] = [
  { path: '/dashboard', selectors: { rows: 'main article a', control: 'main article a' } },
  {
    path: '/memory-blocks',
    selectors: { rows: 'main article a', control: 'main [role="searchbox"]:enabled' },
  },
];

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const MEGABIT = 1_000_000 / 8;

const PROFILES: readonly Profile[] = [
  { name: 'desktop', context: DESKTOP, slowdown: 1 },
  { name: 'phone', context: PHONE, slowdown: 4, line: { latency: 150, throughput: 1.6 * MEGABIT } },
  { name: 'slow desktop', context: DESKTOP, slowdown: 4 },
];

/** Makes the browser behave the same on every machine. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** A build to compare: its address, and the signed-in visitor. */
interface Build {
  name: string;
  origin: string;
  state: SignedIn['state'];
}

const COLUMNS: readonly { key: keyof Visit; title: string; format(value: number): string }[] = [
  { key: 'rows', title: 'rows ms', format: (value) => value.toFixed(0) },
  { key: 'usable', title: 'usable ms', format: (value) => value.toFixed(0) },
  { key: 'firstPaint', title: 'first paint ms', format: (value) => value.toFixed(0) },
  { key: 'largestPaint', title: 'largest paint ms', format: (value) => value.toFixed(0) },
  { key: 'blocking', title: 'blocking ms', format: (value) => value.toFixed(0) },
  { key: 'shift', title: 'layout shift', format: (value) => value.toFixed(3) },
  { key: 'bytes', title: 'kB', format: (value) => (value / 1000).toFixed(1) },
  { key: 'requests', title: 'requests', format: String },
];

/** Signs in as the first demo user, in the largest of their organizations and with the get-started guide closed. */
async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/oauth2/sign_in?rd=/dashboard`);
  await page.locator('button[name="email"]').first().click();
  await page.waitForURL('**/dashboard');
  const get = async <T>(address: string) => (await (await page.request.get(origin + address)).json()) as T;
  const { user_id: person } = await get<{ user_id: string }>('/api/user-info');
  const organizations = await get<{ id: string; name: string }[]>('/api/organizations/');
  const scopes = await Promise.all(
    organizations.map(async ({ id }) => {
      const scope = `scope=organization&organization_id=${id}`;
      const { total_items: total } = await get<{ total_items: number }>(
        `/api/memory-blocks/?limit=1&${scope}`,
      );
      return { id, scope, total };
    }),
  );
  const [largest] = scopes.sort((a, b) => b.total - a.total);
  if (!largest) throw new Error('The first of the demo people is in no organization.');
  const storage = {
    selectedScope: 'organization',
    selectedOrganizationId: largest.id,
    'hindsight.scope-owner': person,
    [`hindsight.get-started.${person}`]: new Date().toISOString(),
  };
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const { cookies } = await context.storageState();
  await context.close();
  return { state: { cookies, origins: [{ origin, localStorage }] }, ...largest };
}

/** Starts the whole stack of a built checkout, on free ports, with a separate demo workspace. */
async function startCheckout(checkout: string | undefined, dataDir: string) {
  const file = pathToFileURL(path.resolve(checkout ?? '.', 'tooling/local-stack/stack.ts')).href;
  const { startStack, ANY_PORTS } = checkout ? ((await import(file)) as typeof thisCheckout) : thisCheckout;
  return startStack({ ports: ANY_PORTS, dataDir, blocks: MEMORIES, env: { EMBEDDINGS: 'off' } });
}

/** Visits the builds in turn; each round starts with the next one. */
async function measure(
  browser: Browser,
  builds: readonly Build[],
  page: BenchPage,
  profile: Profile,
  repeats: number,
): Promise<Map<string, Visit>> {
  const visits = new Map(builds.map(({ name }) => [name, [] as Visit[]]));
  for (let round = 0; round < repeats; round += 1) {
    const turn = round % builds.length;
    for (const { name, origin, state } of [...builds.slice(turn), ...builds.slice(0, turn)])
      visits.get(name)?.push(await visit(browser, origin, page, state, profile));
  }
  const medians = (all: readonly Visit[]) =>
    Object.fromEntries(COLUMNS.map(({ key }) => [key, median(all.map((one) => one[key]))]));
  return new Map([...visits].map(([name, all]) => [name, medians(all) as unknown as Visit]));
}

/** The medians of every build, then the ratio of ours to each of the others. */
function tableRows(page: string, builds: ReadonlyMap<string, Visit>): string[][] {
  const [ours, ...others] = [...builds];
  if (!ours) return [];
  const ratio = (one: number, other: number) => (other > 0 ? (one / other).toFixed(2) : '-');
  return [
    ...[...builds].map(([name, one]) => [page, name, ...COLUMNS.map(({ key, format }) => format(one[key]))]),
    ...others.map(([name, other]) => [
      page,
      `ratio to ${name}`,
      ...COLUMNS.map(({ key }) => ratio(ours[1][key], other[key])),
    ]),
  ];
}

export async function benchPages(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      before: { type: 'string' },
      repeats: { type: 'string', default: '5' },
      profile: { type: 'string' },
    },
  });
  const repeats = Number(values.repeats);
  const profiles = PROFILES.filter(({ name }) => name === (values.profile ?? name));
  const stops: (() => unknown)[] = [];
  try {
    progress('Building ...');
    await buildPackages(BUILT_PACKAGES);
    const browser = await chromium.launch({ executablePath: await findBrowser(progress), args: FLAGS });
    stops.push(() => browser.close());
    const builds: Build[] = [];
    let memories = 0;
    for (const [name, checkout] of [
      ['now', undefined],
      ['before', values.before],
    ] as const) {
      if (name === 'before' && checkout === undefined) continue;
      progress(`Starting the stack of ${checkout ?? 'this checkout'} ...`);
      const dataDir = mkdtempSync(path.join(tmpdir(), 'hindsight-bench-'));
      stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const stack = await startCheckout(checkout, dataDir);
      stops.push(() => stack.stop());
      const origin = stack.urls.gateway;
      const { state, scope, total } = await signIn(browser, origin);
      builds.push({ name, origin, state });
      if (name === 'before') continue;
      memories = total;
      const rival = await servePlainRival(origin, scope);
      stops.push(() => rival.stop());
      builds.push({ name: 'plain', origin: rival.origin, state });
    }
    progress('Warming up ...');
    for (const page of PAGES) await measure(browser, builds, page, PROFILES[0]!, 1);
    print(
      `## First loads\n\nEmpty cache, a workspace of ${memories} among ${MEMORIES} memories, medians of ${repeats} visits of each build in turn (${describeMachine()} at the start). kB and requests are those before the rows.`,
    );
    for (const profile of profiles) {
      progress(`Measuring: ${profile.name} ...`);
      const rows = [['page', 'build', ...COLUMNS.map(({ title }) => title)]];
      for (const page of PAGES)
        rows.push(...tableRows(page.path, await measure(browser, builds, page, profile, repeats)));
      print(`\n### ${describeProfile(profile)}\n\n${markdownTable(rows)}`);
    }
    print(`\n${describeMachine()} at the end.`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function describeProfile({ name, slowdown, line }: Profile): string {
  const processor = slowdown === 1 ? 'the whole processor' : `1/${slowdown} of the processor`;
  const network = line
    ? `${(line.throughput / MEGABIT).toFixed(1)} Mbit/s, ${line.latency} ms`
    : 'no limit of the network';
  return `${name}: ${processor}, ${network}`;
}
