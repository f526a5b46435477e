/** What the benches in a browser share: the browser, a signed-in person, and a gateway that serves a rival. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../checks/browser';
import { waitHealthy } from '../local-stack/health';
import { repoRoot, varDir } from '../local-stack/paths';
import { PARTS, PART_NAMES } from '../local-stack/parts';
import type { Stack } from '../local-stack/stack';
import { freePort } from '../local-stack/portCheck';

/** How the browser is started, on every machine alike. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A build behind the address of the dashboard. */
export interface Served {
  browser: Browser;
  stop(): Promise<void>;
}

async function openBrowser(...more: string[]): Promise<Browser> {
  const executablePath = await findBrowser((text) => console.log(text));
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** The dashboard of the stack. */
export async function openOwn(): Promise<Served> {
  const browser = await openBrowser();
  return { browser, stop: () => browser.close() };
}

/**
 * A second gateway in front of the same service that serves the monolith as its host. Its browser finds it at the address of the first
 * one: writes from any other address are refused, and what such a page shows would not be what is compared.
 */
export async function startRival(stack: Stack, dataDir: string, hostDist: string): Promise<Served> {
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
  const browser = await openBrowser(
    `--host-resolver-rules=MAP localhost:${stack.ports.gateway} 127.0.0.1:${port}`,
  );
  return {
    browser,
    async stop() {
      await browser.close();
      child.kill();
    },
  };
}

/** Signs in as the first of the demo people; returns the cookies. */
export async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/oauth2/sign_in?rd=/dashboard`);
  await page.locator('button[name="email"]').first().click();
  await page.waitForURL('**/dashboard');
  // The last that ours remembers of a visit; the rival does not.
  const remembers = `localStorage.getItem('hindsight.scope-owner')`;
  await page.waitForFunction(remembers, null, { timeout: 5_000 }).catch(() => undefined);
  const { user_id: person } = (await (await page.request.get(`${origin}/api/user-info`)).json()) as {
    user_id: string;
  };
  const { cookies, origins } = await context.storageState();
  // A person who comes back: the workspace is remembered, and the guide of the first visit does not open over the page that is measured.
  const seen = { name: `hindsight.get-started.${person}`, value: new Date().toISOString() };
  const remembered = origins.find((one) => one.origin === origin)?.localStorage ?? [];
  const state = { cookies, origins: [{ origin, localStorage: [...remembered, seen] }] };
  await context.close();
  return state;
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
