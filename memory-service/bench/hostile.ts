/**
 * `pnpm bench:hostile`: every hostile text through every way into the service, on the embedded engine, while somebody asks `/health` every 20
 * milliseconds. The aim: no answer of it takes more than 200 ms. BENCH_EVERY=10 takes each tenth text, BENCH_TEXTS those whose names it
 * matches, BENCH_BUILD another build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { MAX_TEXT } from '@hindsight/shared-contracts/rules';
import { HOSTILE_TEXTS } from '../src/testing/hostile/texts';
import { ask, dist, headersOf, startService } from './service';

const EVERY = Number(process.env['BENCH_EVERY'] ?? 1);
const TEXTS = new RegExp(process.env['BENCH_TEXTS'] ?? '');
/** What a write may hold altogether, and what an address may. */
const BODY = 600_000;
const QUERY = 1_200;
const SHOWN = 25;
/** So many memories with such texts stay for what reads all of them. */
const KEPT = 40;
const SETTLE_MS = 10_000;

const EMAIL =
  DEMO_PEOPLE.find(({ memberships }) => Object.values(memberships).includes('owner'))?.email ?? '';
const print = (text: string) => process.stdout.write(`${text}\n`);

/** In a thread of its own, so that what it waits for is the service and not this script. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  let label = '', worst = new Map();
  parentPort.on('message', (next) => { if (next === null) parentPort.postMessage([...worst]); else label = next; });
  setInterval(() => {
    const started = performance.now(), during = label;
    http.get(workerData + '/health', { agent }, (answer) => answer.resume().on('end', () => {
      const took = performance.now() - started;
      for (const one of new Set([during, label])) if (took > (worst.get(one) ?? 0)) worst.set(one, took);
    })).on('error', () => worst.set(during, Infinity));
  }, 20);
`;

const scope = 'scope=personal';
const folder = mkdtempSync(path.join(tmpdir(), 'memory-service-hostile-'));
const service = await startService(
  { DATA_DIR: folder, DEMO_BLOCKS: '60', LLM_FEATURES_ENABLED: 'true' },
  process.env['BENCH_BUILD'] ?? dist,
);
const probe = new Worker(PROBE, { eval: true, workerData: service.url });
const longest = new Map<string, number>();

/** One call by its name; what the service refuses is an answer too. */
async function call<T>(
  during: string,
  method: string,
  address: string,
  payload?: unknown,
): Promise<T | undefined> {
  probe.postMessage(during);
  const started = performance.now();
  const url = `${service.url}${address}${address.includes('?') ? '&' : '?'}${scope}`;
  const answer = await ask<T>(method, url, headersOf(EMAIL), payload).catch((error: unknown) => {
    const refusal = /: (4\d\d|503|507) /.exec(String(error));
    if (!refusal) print(`${during}: ${String(error).slice(0, 200)}`);
    return undefined;
  });
  const way = during.split(' | ')[0]!;
  longest.set(way, Math.max(longest.get(way) ?? 0, performance.now() - started));
  return answer;
}

const { agent_id: agent } = (await call<{ agent_id: string }>('agent', 'POST', '/agents/', {
  agent_name: 'hostile',
}))!;
const { token } = (await call<{ token: string }>('token', 'POST', '/users/me/tokens', {
  name: 'hostile',
  scopes: ['read', 'write'],
}))!;

/** A tool of the MCP server, as an agent calls it. */
async function tool(during: string, name: string, args: Record<string, unknown>): Promise<void> {
  probe.postMessage(during);
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  await response.text();
}

interface Block {
  id: string;
}

async function through(name: string, text: string, keep: boolean): Promise<void> {
  const query = encodeURIComponent(text.slice(0, QUERY));
  const as = (way: string) => `${way} | ${name}`;
  const row = { agent_id: agent, conversation_id: agent, content: text };
  const made = await call<Block>(as('create'), 'POST', '/memory-blocks/', row);
  const other = await call<Block>(as('create'), 'POST', '/memory-blocks/', {
    ...row,
    content: `x ${text.slice(2)}`,
  });
  if (made) {
    const all = {
      content: `y${text.slice(1)}`,
      lessons_learned: text,
      errors: text,
      metadata_col: { password: text.slice(0, 50_000) },
    };
    await call(as('update'), 'PUT', `/memory-blocks/${made.id}`, all);
    await call(as('compress'), 'POST', `/memory-blocks/${made.id}/compress`, {});
    await call(as('suggest keywords'), 'POST', `/memory-blocks/${made.id}/suggest-keywords`);
    await call(as('read'), 'GET', `/memory-blocks/${made.id}`);
    await call(as('feedback'), 'POST', '/memory-blocks/bulk-edit', {
      edits: [
        {
          memory_block_id: made.id,
          change: { kind: 'feedback', feedback_type: 'neutral', feedback_details: text.slice(0, 5_000) },
        },
      ],
    });
    await call(as('keywords of many'), 'POST', '/memory-blocks/bulk-generate-keywords', {
      memory_block_ids: [made.id],
    });
  }
  await call(as('import'), 'POST', '/memory-blocks/bulk-import', {
    agents: [],
    rows: [row, { ...row, content: `z${text.slice(1)}`, lessons_learned: text }],
    create_missing: true,
    store_equal: true,
    dry_run: !keep,
    mask_secrets: false,
  });
  await call(as('check for secrets'), 'POST', '/secret-findings/check', { rows: [row] });
  for (const kind of ['fulltext', 'hybrid', 'semantic'])
    await call(as(`search ${kind}`), 'GET', `/memory-blocks/search/${kind}?query=${query}`);
  await call(as('search basic'), 'GET', `/memory-blocks/search/?search_type=basic&query=${query}`);
  await call(as('list'), 'GET', `/memory-blocks/?search_query=${query}&limit=50`);
  await call(as('new keyword'), 'POST', '/keywords/', { keyword_text: text.slice(0, 255) });
  await call(as('new agent'), 'POST', '/agents/', {
    agent_name: text.slice(0, 255),
    description: text.slice(0, 10_000),
  });
  await tool(as('recall'), 'recall', { query: text.slice(0, 20_000) });
  await tool(as('remember'), 'create_memory_block', {
    agent_id: agent,
    content: text,
    lessons_learned: text,
  });
  if (made && other)
    await call(as('merge'), 'POST', '/memory-blocks/merge', {
      memory_block_ids: [made.id, other.id],
      merged_content: text.slice(0, 100_000),
    });
  await call(as('a body of one text'), 'POST', '/memory-blocks/', {
    ...row,
    content: text.repeat(3).slice(0, BODY),
  });
  if (keep) return;
  for (const block of [made, other])
    if (block) await call(as('delete'), 'DELETE', `/memory-blocks/${block.id}/hard-delete`);
}

try {
  const texts = HOSTILE_TEXTS.filter(({ name }, n) => n % EVERY === 0 && TEXTS.test(name));
  const keptEvery = Math.max(1, Math.floor(texts.length / KEPT));
  for (const [n, { name, text }] of texts.entries()) {
    const started = performance.now();
    await through(name, text(MAX_TEXT), n % keptEvery === 0);
    if (n % 10 === 0)
      print(`${n + 1} of ${texts.length}: ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  for (let round = 0; round < 2; round += 1) {
    await call('optimization suggestions', 'GET', '/memory-optimization/suggestions');
    await call('consolidation', 'POST', '/consolidation/trigger/', {});
    await call('pruning', 'POST', '/memory/prune/suggest', {});
    await call('secret scan', 'POST', '/secret-findings/scan', {});
    await call('keyword cleanup', 'GET', '/keywords/cleanup');
    await call('list of many', 'GET', '/memory-blocks/?limit=100');
    await call(
      'search with many hits',
      'GET',
      '/memory-blocks/search/fulltext?query=deploy%20certificate%20a&limit=50',
    );
    await call('review items', 'GET', '/review-items/');
    await tool('recall many', 'recall', { query: 'certificate deploy', limit: 50 });
    await call('background work', 'GET', '/health');
    await setTimeout(SETTLE_MS);
  }
  const worst = await new Promise<[string, number][]>((resolve) => {
    probe.once('message', resolve);
    probe.postMessage(null);
  });
  const byTime = worst.sort(([, one], [, other]) => other - one);
  print(`\n${texts.length} texts. The longest answers of /health, in ms:`);
  for (const [during, took] of byTime.slice(0, SHOWN)) print(`| ${took.toFixed(0)} | ${during} |`);
  print('\nThe longest call of each kind, in ms:');
  for (const [way, took] of [...longest].sort(([, one], [, other]) => other - one))
    print(`| ${took.toFixed(0)} | ${way} |`);
  if ((byTime[0]?.[1] ?? 0) > 200) process.exitCode = 1;
} finally {
  await probe.terminate();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
