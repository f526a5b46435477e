/**
 * `pnpm bench hostile [--every 10] [--texts <pattern>]`: sends hostile texts through every call that accepts them, on the
 * embedded engine, while another thread polls `/health` every 20 ms. Exits with 1 when a health check takes over 200 ms.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { MAX_TEXT } from '@hindsight/shared-contracts/rules';
import { HOSTILE_TEXTS } from '../memory-service/src/testing/hostile/texts';
import { describeMachine, markdownTable, print, progress } from './report';
import { type BenchService, call, onEngines, startService } from './service';

const AIM_MS = 200;
/** One text in this many stays in the workspace, as input for the calls that read all memories. */
const KEPT_EVERY = 10;
const SETTLE_MS = 10_000;
const SCOPE = 'scope=personal';

/** Runs in a separate thread, so that it measures delays of the service and not of this program. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  let during = 'start';
  const worst = new Map();
  parentPort.on('message', (next) => (next === null ? parentPort.postMessage([...worst]) : (during = next)));
  setInterval(async () => {
    const started = performance.now(), before = during;
    const ok = await fetch(workerData).then((answer) => answer.text()).then(() => true, () => false);
    const took = ok ? performance.now() - started : Infinity;
    for (const one of new Set([before, during])) worst.set(one, Math.max(took, worst.get(one) ?? 0));
  }, 20);
`;

type Way = [method: string, address: string, body?: unknown];

/** Every call that accepts a text; `memory` and `other` are ids of memories that contain it. */
function listEntryPoints(text: string, agent: string, memory: string, other: string): Way[] {
  const row = { agent_id: agent, conversation_id: agent, content: text };
  const fields = { content: `y${text.slice(1)}`, lessons_learned: text, errors: text };
  const feedback = { kind: 'feedback', feedback_type: 'neutral', feedback_details: text.slice(0, 5_000) };
  const settings = {
    agents: [],
    create_missing: true,
    store_equal: true,
    dry_run: true,
    mask_secrets: false,
  };
  const query = encodeURIComponent(text.slice(0, 1_200));
  const blocks = '/memory-blocks';
  return [
    ['PUT', `${blocks}/${memory}`, { ...fields, metadata_col: { password: text.slice(0, 50_000) } }],
    ['GET', `${blocks}/${memory}`],
    ['POST', `${blocks}/${memory}/compress`, {}],
    ['POST', `${blocks}/${memory}/suggest-keywords`],
    ['POST', `${blocks}/bulk-generate-keywords`, { memory_block_ids: [memory] }],
    ['POST', `${blocks}/bulk-edit`, { edits: [{ memory_block_id: memory, change: feedback }] }],
    ['POST', `${blocks}/bulk-import`, { ...settings, rows: [row, { ...row, ...fields }] }],
    ['POST', '/secret-findings/check', { rows: [row] }],
    ['POST', '/keywords/', { keyword_text: text.slice(0, 255) }],
    ['POST', '/agents/', { agent_name: text.slice(0, 255), description: text.slice(0, 10_000) }],
    ['GET', `${blocks}/search/fulltext?query=${query}`],
    ['GET', `${blocks}/search/hybrid?query=${query}`],
    ['GET', `${blocks}/search/semantic?query=${query}`],
    ['GET', `${blocks}/?limit=50&search_query=${query}`],
    [
      'POST',
      `${blocks}/merge`,
      { memory_block_ids: [memory, other], merged_content: text.slice(0, 100_000) },
    ],
    ['POST', `${blocks}/`, { ...row, content: text.repeat(3).slice(0, 600_000) }],
  ];
}

const WHOLE_WORKSPACE: readonly Way[] = [
  ['GET', '/memory-optimization/suggestions'],
  ['POST', '/consolidation/trigger/', {}],
  ['POST', '/memory/prune/suggest', {}],
  ['POST', '/secret-findings/scan', {}],
  ['GET', '/keywords/cleanup'],
  ['GET', '/memory-blocks/?limit=100'],
  ['GET', '/memory-blocks/search/fulltext?query=a%20deploy&limit=50'],
  ['GET', '/review-items/'],
];

/** Sends every text through every call. Returns the slowest health checks by the call that was in flight. */
async function attack(service: BenchService, probe: Worker, texts: typeof HOSTILE_TEXTS) {
  async function send(name: string, [method, address, body]: Way): Promise<string> {
    const [way = ''] = address.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id').split('?');
    probe.postMessage(`${method} ${way}: ${name}`);
    const scoped = `${address}${address.includes('?') ? '&' : '?'}${SCOPE}`;
    // A rejected text is a valid outcome.
    const answer = await call<{ id?: string }>(service, method, scoped, body).catch((error: Error) => {
      if (!/: (?:4\d\d|503|507) /.test(error.message)) progress(`${name}: ${error.message.slice(0, 200)}`);
      return undefined;
    });
    return answer?.id ?? '';
  }
  const { agent_id: agent } = await call<{ agent_id: string }>(service, 'POST', `/agents/?${SCOPE}`, {
    agent_name: 'hostile',
  });
  for (const [n, { name, text: generate }] of texts.entries()) {
    const text = generate(MAX_TEXT);
    if (n % 10 === 0) progress(`${n + 1} of ${texts.length}: ${name}`);
    const create = (content: string) =>
      send(name, ['POST', '/memory-blocks/', { agent_id: agent, conversation_id: agent, content }]);
    const ids = [await create(text), await create(`x ${text.slice(2)}`)] as const;
    for (const way of listEntryPoints(text, agent, ...ids)) await send(name, way);
    if (n % KEPT_EVERY === 0) continue;
    for (const id of ids) await send(name, ['DELETE', `/memory-blocks/${id}/hard-delete`]);
  }
  for (const way of WHOLE_WORKSPACE) await send('whole workspace', way);
  probe.postMessage('background work');
  await sleep(SETTLE_MS);
  const worst = await new Promise<[string, number][]>((resolve) => {
    probe.once('message', resolve);
    probe.postMessage(null);
  });
  return worst.sort(([, a], [, b]) => b - a);
}

export async function benchHostile(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { every: { type: 'string', default: '1' }, texts: { type: 'string', default: '' } },
  });
  const pattern = new RegExp(values.texts);
  const texts = HOSTILE_TEXTS.filter(({ name }, n) => n % Number(values.every) === 0 && pattern.test(name));
  await onEngines('embedded', async ({ env }) => {
    const service = await startService({ ...env, DEMO_BLOCKS: '60', LLM_FEATURES_ENABLED: 'true' });
    const probe = new Worker(PROBE, { eval: true, workerData: `${service.url}/health` });
    try {
      const worst = await attack(service, probe, texts);
      const rows = worst.slice(0, 20).map(([during, time]) => [during, time.toFixed(0)]);
      print(`## ${texts.length} hostile texts (${describeMachine()})\n`);
      print(markdownTable([['during', 'longest answer of /health, ms'], ...rows]));
      if ((worst[0]?.[1] ?? 0) > AIM_MS) process.exitCode = 1;
    } finally {
      await probe.terminate();
      await service.stop();
    }
  });
}
