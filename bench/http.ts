/**
 * `pnpm bench http [--memories 100000] [--seconds 5] [--engine embedded|postgres] [--before <checkout>]`: throughput and latency of the
 * most frequent calls of pages and agents, with 16 connections, in the largest workspace of a demo of that size; and how much slower lists
 * get for one person while another person sends searches on 600 connections.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { describeMachine, markdownTable, print, progress, seededRandom } from './report';
import {
  ADMIN,
  type BenchService,
  call,
  findLargestWorkspace,
  headersFor,
  onEngines,
  startService,
  type Workspace,
} from './service';

/** An owner of the demo's largest organization. */
const OWNER = DEMO_PEOPLE.find(({ memberships }) => memberships.larkspur === 'owner')?.email;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;
const CROWD = 600;

interface Target {
  name: string;
  headers: Record<string, string>;
  /** Address of the next call; different each time where cached answers would distort the result. */
  next(): string;
  body?: unknown;
}

function load(service: BenchService, target: Target, connections: number, duration: number) {
  const { headers, body, next } = target;
  return autocannon({
    url: service.url,
    connections,
    duration,
    timeout: 60,
    requests: [
      {
        ...(body === undefined
          ? { method: 'GET', headers }
          : {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
        setupRequest: (request) => ({ ...request, path: next() }),
      },
    ],
  });
}

/** Searches for two to five words taken from the workspace's own texts. */
async function searchQueries(service: BenchService, scope: string): Promise<() => string> {
  const { items } = await call<{ items: { content: string }[] }>(
    service,
    'GET',
    `/memory-blocks/?limit=500&${scope}`,
  );
  const words = items.flatMap(({ content }) => content.match(/\p{L}{3,}/gu) ?? []);
  const random = seededRandom(2);
  const randomWord = () => words[Math.floor(random() * words.length)] ?? '';
  return () => Array.from({ length: 2 + Math.floor(random() * 4) }, randomWord).join('%20');
}

async function findTargets(service: BenchService, { scope }: Workspace): Promise<Target[]> {
  const person = headersFor(OWNER ?? ADMIN);
  const get = <T>(address: string) => call<T>(service, 'GET', `${address}&${scope}`);
  const { items: agents } = await get<{ items: { agent_id: string }[] }>('/agents/?limit=1');
  const agent = agents[0]?.agent_id;
  const { token } = await call<{ token: string }>(
    service,
    'POST',
    '/users/me/tokens',
    {
      name: 'bench',
      scopes: ['read', 'write'],
      organization_id: new URLSearchParams(scope).get('organization_id'),
    },
    OWNER,
  );
  const program = { authorization: `Bearer ${token}` };
  const query = await searchQueries(service, scope);
  const list = (name: string, parameters: string): Target => ({
    name,
    headers: person,
    next: () => `/memory-blocks/?${parameters}&${scope}`,
  });
  const search = (name: string, kind: string, next: () => string): Target => ({
    name,
    headers: person,
    next: () => `/memory-blocks/search/${kind}?limit=12&query=${next()}&${scope}`,
  });
  return [
    list('list', 'limit=12'),
    list('list of 50', 'limit=50'),
    list('list of one agent', `limit=12&agent_id=${agent}`),
    list('list, most retrieved', 'limit=12&sort_by=retrieval_count'),
    {
      ...list('list, contains a text', ''),
      next: () => `/memory-blocks/?limit=12&search_query=${query()}&${scope}`,
    },
    {
      ...list('archived list', ''),
      next: () => `/memory-blocks/archived/?limit=12&sort_by=archived_at&${scope}`,
    },
    search('full-text search, one query', 'fulltext', () => 'migration'),
    search('full-text search, new queries', 'fulltext', query),
    search('hybrid search, new queries', 'hybrid', query),
    { ...list('analytics summary', ''), next: () => `/analytics/summary?${scope}` },
    { name: 'list with a token', headers: program, next: () => '/memory-blocks/?limit=12' },
    {
      name: 'create with a token',
      headers: program,
      next: () => '/memory-blocks/',
      body: { agent_id: agent, conversation_id: agent, content: 'A note that the bench wrote.' },
    },
  ];
}

async function measureTarget(service: BenchService, target: Target, seconds: number): Promise<string[]> {
  await load(service, target, CONNECTIONS, WARM_UP_SECONDS);
  const { requests, latency, non2xx, errors } = await load(service, target, CONNECTIONS, seconds);
  return [
    target.name,
    ...[requests.average, latency.p50, latency.p99, non2xx + errors].map((n) => n.toFixed(0)),
  ];
}

/** The 99th percentile of one person's list calls, alone and alongside another person's flood of searches. */
async function measureFairness(
  service: BenchService,
  targets: readonly Target[],
  seconds: number,
): Promise<string> {
  const find = (name: string) => targets.find((target) => target.name === name)!;
  const lists = () => load(service, find('list of 50'), 1, seconds);
  await lists();
  const alone = await lists();
  const crowd = load(service, find('full-text search, new queries'), CROWD, seconds + 2 * WARM_UP_SECONDS);
  await sleep(WARM_UP_SECONDS * 1000);
  const beside = await lists();
  const { requests, non2xx, errors } = await crowd;
  return `One connection of lists of 50: p99 ${alone.latency.p99} ms alone, ${beside.latency.p99} ms (${beside.non2xx + beside.errors} failed) beside ${CROWD} connections of searches (${requests.average.toFixed(0)}/s, ${non2xx + errors} failed).`;
}

export async function benchHttp(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      memories: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '5' },
      engine: { type: 'string' },
      before: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  await onEngines(values.engine, async ({ name, env }) => {
    progress(`Filling ${values.memories} memories, ${name} ...`);
    const service = await startService({ ...env, DEMO_BLOCKS: values.memories }, values.before);
    try {
      const workspace = await findLargestWorkspace(service);
      const targets = await findTargets(service, workspace);
      const table = [['call', 'requests/s', 'p50 ms', 'p99 ms', 'failed']];
      for (const target of targets) {
        progress(target.name);
        table.push(await measureTarget(service, target, seconds));
      }
      const fairness = await measureFairness(service, targets, seconds);
      print(
        `## ${name}, ${workspace.memories} of ${values.memories} memories (${describeMachine()}; ${CONNECTIONS} connections, ${seconds} s each)\n\n${markdownTable(table)}\n\n${fairness}\n`,
      );
    } finally {
      await service.stop();
    }
  });
}
