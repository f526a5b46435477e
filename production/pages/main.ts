/**
 * The program beside nginx: watches the registry and rewrites the pages when it changes. No request waits for it, and when it or the
 * registry is gone, nginx goes on with the last good pages.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { FRAME_FILE, readFrameProgram } from '../../tooling/local-stack/gateway/places';
import { createCollector } from '../../tooling/releases/watch/collector';
import { registryVerifier } from '../../tooling/releases/signing/verifyRegistry';
import { startWatch } from '../../tooling/releases/watch/startWatch';
import { pagesConfig } from './config';
import { followDeployment } from './deployment';
import { markProblem, publishPages } from './publishPages';
import { besideRegistry } from './registrySource';
import { createReports } from './reports';

const log = (record: Record<string, unknown>) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...record })}\n`);

const config = pagesConfig(process.env);
const host = {
  template: await readFile(config.template, 'utf8'),
  program: readFrameProgram(await readFile(path.join(path.dirname(config.template), FRAME_FILE), 'utf8')),
};
const look = followDeployment({
  store: config.registry,
  shipped: config.shippedRegistry,
  kept: path.join(config.output, 'store-registry.json'),
  verify: registryVerifier(besideRegistry(config.registry), config.owners),
});
/** What browsers get. */
let registry: Registry | null = null;
/** The newest registry with word of what fails in it, as it was written. */
let written: Registry | null = null;
let complaint: string | null = null;

/** A new registry is published; a broken or missing one is logged once, and the last good one stays. */
async function update(): Promise<void> {
  const { changed, problem } = await look();
  if (problem !== null && problem !== complaint) log({ msg: 'registry', problem });
  complaint = problem;
  const known = changed ?? registry;
  const next = known && collector.withFailing(known);
  if (next && JSON.stringify(next) !== JSON.stringify(written)) {
    await publishPages(config, host, next);
    written = next;
  }
  if (changed) {
    registry = changed;
    const versions = Object.entries(changed.remotes).map(([name, { version }]) => `${name} ${version}`);
    log({ msg: 'pages written', remotes: versions });
  }
  if (registry) await markProblem(config.output, problem);
}

const collector = createCollector({ file: config.reportsFile, registry: async () => registry, log });
const { store, webhook, key, watchMs } = config;
const stopWatch = store && startWatch({ store, collector, webhook, key, log, roundMs: watchMs });

const stopping = new AbortController();
const server = createServer(createReports({ isReady: () => registry !== null, collector, log }));
server.listen(config.port, config.host);
process.once('SIGTERM', () => {
  stopping.abort();
  if (stopWatch) void stopWatch();
  server.close();
  server.closeAllConnections();
});

while (!stopping.signal.aborted) {
  // What fails here, such as a full disk, must not end the program: nginx goes on with the pages that are there.
  await update().catch((error: Error) => log({ msg: 'pages not written', problem: error.message }));
  await pause(config.pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
}
