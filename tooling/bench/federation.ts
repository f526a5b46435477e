/**
 * What federation costs: the first load of two pages as host and remotes, beside the same screens as one bundle and as one program
 * split by route, on one service, through the same gateway, in one run. Bytes and requests come without throttling; the
 * times are medians of five visits like a phone's: on a throttled line, with a quarter of this machine's speed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../checks/browser';
import { buildPackages } from '../build/buildPackages';
import { BUILT_PACKAGES } from '../build/packages';
import { waitHealthy } from '../local-stack/health';
import { repoRoot, varDir } from '../local-stack/paths';
import { PARTS, PART_NAMES } from '../local-stack/parts';
import { startStack, type Stack } from '../local-stack/stack';
import { freePort } from '../local-stack/portCheck';
import { buildMonolith } from './buildMonolith';
import { table } from './table';
import { visit, type Visit } from './visit';

const PAGES = [
  { path: '/dashboard', ready: 'main article' },
  { path: '/memory-blocks', ready: 'main article' },
];
const REPEATS = 5;
const PHONE = { latency: 100, throughput: (4 * 1024 * 1024) / 8, slowdown: 4 };
/** How the browser is started, on every machine alike. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A second gateway in front of the same service that serves the monolith as its host. */
export async function startRival(
  stack: Stack,
  dataDir: string,
  hostDist: string,
): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const ports = Object.fromEntries(
    PART_NAMES.map((name) => [PARTS[name].variable, String(stack.ports[name])]),
  );
  const child = spawn(process.execPath, [path.join(repoRoot, 'tooling/dist/gatewayServer.js')], {
    env: {
      ...process.env,
      ...ports,
      GATEWAY_PORT: String(port),
      GATEWAY_SECRET: stack.gatewaySecret,
      HOST_DIST: hostDist,
      STACK_DATA_DIR: dataDir,
      REGISTRY_FILE: path.join(varDir, 'registry.json'),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit').then(([code]) => `ended with code ${String(code)}`);
  await waitHealthy('Gateway of the monolith', `http://127.0.0.1:${port}/healthz`, ended, 30_000);
  return { url: `http://localhost:${port}`, stop: () => void child.kill() };
}

/** Signs in as the first of the demo people; returns the cookies. */
export async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/oauth2/sign_in?rd=/dashboard`);
  await page.locator('button[name="email"]').first().click();
  await page.waitForURL('**/dashboard');
  const { user_id: person } = (await (await page.request.get(`${origin}/api/user-info`)).json()) as {
    user_id: string;
  };
  const { cookies } = await context.storageState();
  // A person who comes back: the guide of the first visit does not open over the page that is measured.
  const seen = { name: `hindsight.get-started.${person}`, value: new Date().toISOString() };
  const state = { cookies, origins: [{ origin, localStorage: [seen] }] };
  await context.close();
  return state;
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function measure(browser: Browser, origin: string, page: (typeof PAGES)[number]): Promise<Visit> {
  const state = await signIn(browser, origin);
  const plain = await visit(browser, origin + page.path, page.ready, state, null);
  const visits: Visit[] = [];
  for (let n = 0; n < REPEATS; n++) {
    visits.push(await visit(browser, origin + page.path, page.ready, state, PHONE));
  }
  const middle = (key: keyof Visit) => median(visits.map((one) => one[key]));
  return {
    ...plain,
    fcp: middle('fcp'),
    lcp: middle('lcp'),
    scriptTime: middle('scriptTime'),
    blocking: middle('blocking'),
    shift: middle('shift'),
  };
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const ratio = (ours: number, rival: number) => (rival ? `${(ours / rival).toFixed(3)}` : '-');

function row(page: string, name: string, one: Visit): string[] {
  const { requests, bytes, scriptBytes, depth, ...times } = one;
  return [
    page,
    name,
    String(requests),
    kilobytes(bytes),
    kilobytes(scriptBytes),
    String(depth),
    ...[times.fcp, times.lcp, times.scriptTime, times.blocking].map((time) => `${time.toFixed(0)} ms`),
    times.shift.toFixed(3),
  ];
}

function ratioRow(page: string, rival: string, ours: Visit, theirs: Visit): string[] {
  const of = (key: keyof Visit) => ratio(ours[key], theirs[key]);
  return [
    page,
    `federation / ${rival}`,
    of('requests'),
    of('bytes'),
    of('scriptBytes'),
    of('depth'),
    of('fcp'),
    of('lcp'),
    of('scriptTime'),
    of('blocking'),
    of('shift'),
  ];
}

/** Runs the comparison and prints its table. */
export async function benchFederation(): Promise<void> {
  console.log('Building host, remotes and the two monoliths ...');
  await buildPackages(BUILT_PACKAGES);
  const dists = {
    'one bundle': await buildMonolith('bundle'),
    'split by route': await buildMonolith('split'),
  };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hindsight-bench-'));
  const freePorts = Object.fromEntries(PART_NAMES.map((name) => [name, 0]));
  const stack = await startStack({ ports: freePorts, dataDir });
  const rivals: { name: string; url: string; stop(): void }[] = [];
  const browser = await chromium.launch({
    executablePath: await findBrowser((text) => console.log(text)),
    args: FLAGS,
  });
  try {
    for (const [name, dist] of Object.entries(dists))
      rivals.push({ name, ...(await startRival(stack, dataDir, dist)) });
    const rows: string[][] = [
      [
        'page',
        'built as',
        'requests',
        'bytes',
        'of it scripts',
        'depth',
        'first paint',
        'largest paint',
        'scripts ran',
        'blocked',
        'moved',
      ],
    ];
    for (const page of PAGES) {
      const ours = await measure(browser, stack.urls.gateway, page);
      rows.push(row(page.path, 'federation', ours));
      for (const { name, url } of rivals) {
        const theirs = await measure(browser, url, page);
        rows.push(row(page.path, name, theirs), ratioRow(page.path, name, ours, theirs));
      }
    }
    console.log(table(rows));
  } finally {
    await browser.close();
    for (const rival of rivals) rival.stop();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
