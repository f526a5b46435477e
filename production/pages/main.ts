/**
 * The program beside nginx: watches the registry and rewrites the pages when it changes. No request waits for it, and when it or the
 * registry is gone, nginx goes on with the last good pages.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { pagesConfig } from './config';
import { markProblem, publishPages } from './publishPages';
import { registrySource } from './registrySource';
import { createReports } from './reports';

const log = (record: Record<string, unknown>) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...record })}\n`);

const config = pagesConfig(process.env);
const template = await readFile(config.template, 'utf8');
const read = registrySource(config.registry);
const readFirst = config.firstRegistry === undefined ? undefined : registrySource(config.firstRegistry);
let published = false;
/** The store had a registry once; before that, having none is no problem. */
let wasThere = false;
let complaint = '';

/** A new registry is published; a broken or missing one is logged once, and the last good one stays. */
async function look(): Promise<void> {
  try {
    const registry = await read();
    if (complaint !== '') await markProblem(config.output, null);
    complaint = '';
    wasThere = true;
    if (!registry) return;
    await publishPages(config, template, registry);
    published = true;
    const versions = Object.entries(registry.remotes).map(([name, { version }]) => `${name} ${version}`);
    log({ msg: 'pages written', remotes: versions });
  } catch (error) {
    const problem = (error as Error).message;
    if (problem !== complaint) log({ msg: 'registry', problem });
    complaint = problem;
    if (wasThere) await markProblem(config.output, problem);
    const first = published ? null : await readFirst?.();
    if (!first) return;
    await publishPages(config, template, first);
    published = true;
    log({ msg: 'pages written from the registry of the image' });
  }
}

const stopping = new AbortController();
const server = createServer(createReports({ isReady: () => published, log }));
server.listen(config.port, config.host);
process.once('SIGTERM', () => {
  stopping.abort();
  server.close();
  server.closeAllConnections();
});

while (!stopping.signal.aborted) {
  await look();
  await pause(config.pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
}
