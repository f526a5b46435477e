/** Activity of the demo agents: they search, open hits, record memories and are occasionally refused. */
import type { GeneratedBlock } from './blocks';
import { findOwner } from './organizationHistory';
import { idFor, randomFor } from './random';
import type { Random } from './random';
import { daysBefore } from './rows';
import type { Row } from './rows';
import { agentId, DEMO_AGENTS, DEMO_ORGANIZATIONS, scopeColumns, userId } from './workspace';
import type { DemoAgent } from './workspace';
import type { RetrievalEvent } from '../features/memory';

/** Days of activity before now. */
const REACH = 30;
/** Agents of an inactive organization have been silent for this many days. */
const CLOSED_FOR = 12;
const MINUTE = 1 / (24 * 60);
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_HITS = 5;
const MISSED_SHARE = 0.06;
const REFUSED_SHARE = 0.03;
const OPENED_SHARE = 0.6;

/** Questions without a result. */
const MISSED = [
  'who owns the certificate of the partner portal',
  'retention of raw payment events',
  'how do we rotate the webhook signing key',
  'feature flag for the new address form',
  'which region holds the analytics warehouse',
];
const TOKENS = ['laptop', 'workstation', 'ci runner'];
const SEARCH = { kind: 'read', action: 'search', call: 'GET /memory-blocks/search/hybrid', status: 200 };
const OPEN = { kind: 'read', action: 'open', call: 'GET /memory-blocks/{id}', status: 200 };
const CREATE = { kind: 'write', action: 'create', call: 'POST /memory-blocks/', status: 200 };
const REFUSED = { ...OPEN, kind: 'refused', status: 404, reason: 'Memory block not found' };

/** Client name from an agent's name: `Claude Code` becomes `claude-code`. */
const clientName = ({ name }: DemoAgent) =>
  /\(([^()]+)\)$/.exec(name)?.[1]?.toLowerCase().replaceAll(' ', '-') ?? null;

const ageInDays = (now: Date, { block }: GeneratedBlock) =>
  (now.getTime() - Date.parse(String(block['created_at']))) / DAY_MS;

/** A query for a lesson, phrased by an agent that only half knows what it is looking for. */
function queryFor(random: Random, { lesson }: GeneratedBlock): string {
  const [first = '', second = first] = lesson.keywords;
  return random.pick([
    lesson.headline.toLowerCase(),
    `${first} ${lesson.service}`.trim(),
    `${first} ${second} before I change it`,
  ]);
}

/** Calls of one agent: before recording each memory, it searched for what it already knew. */
function generateCalls(
  seed: number,
  now: Date,
  agent: DemoAgent,
  memories: readonly GeneratedBlock[],
): Row[] {
  const { home } = agent;
  if (home.kind === 'public') return [];
  const { organization_id, tenant_id } = scopeColumns(seed, home);
  const random = randomFor(seed, `activity:${agent.name}`);
  const isClosed =
    home.kind === 'organization' &&
    DEMO_ORGANIZATIONS.some(({ key, isActive }) => key === home.organization && !isActive);
  const tokenName = random.pick(TOKENS);
  const rows: Row[] = [];
  const add = (
    days: number,
    call: Row & { kind: string },
    latency: [number, number],
    ids: readonly string[],
    asked: Row = {},
  ) => {
    if (days < (isClosed ? CLOSED_FOR : 0) || days > REACH) return;
    rows.push({
      user_id: userId(seed, home.kind === 'personal' ? home.owner : findOwner(home.organization).email),
      organization_id,
      tenant_id,
      agent_id: agentId(seed, agent.name),
      token_id: idFor(seed, `token:${agent.name}`),
      token_name: tokenName,
      client: clientName(agent),
      reason: null,
      query: null,
      search_type: null,
      hits: null,
      memory_ids: ids,
      latency_ms: random.between(...latency),
      ...call,
      ...asked,
      created_at: daysBefore(now, days),
    });
  };
  const search = (days: number, query: string, ids: readonly string[]) =>
    add(days, SEARCH, [18, 140], ids, { query, search_type: 'hybrid', hits: ids.length });

  const oldestFirst = [...memories].sort((a, b) => ageInDays(now, b) - ageInDays(now, a));
  oldestFirst.forEach((memory, at) => {
    const days = ageInDays(now, memory);
    const started = days + random.between(4, 40) * MINUTE;
    // Never-retrieved memories appear in no results.
    const known = oldestFirst
      .slice(0, at)
      .filter((one) => ageInDays(now, one) > started && Number(one.block['retrieval_count']) > 0);
    const related = known.filter(({ lesson }) =>
      lesson.keywords.some((text) => memory.lesson.keywords.includes(text)),
    );
    const hits = related.slice(-random.between(1, MOST_HITS)).map(({ block }) => block.id);
    const missed = random.chance(MISSED_SHARE);
    search(started, missed ? random.pick(MISSED) : queryFor(random, memory), missed ? [] : hits);
    const [opened] = hits;
    if (!missed && opened !== undefined && random.chance(OPENED_SHARE))
      add(started - MINUTE, OPEN, [4, 30], [opened]);
    if (random.chance(REFUSED_SHARE))
      add(started - 2 * MINUTE, REFUSED, [3, 20], [idFor(seed, `gone:${memory.block.id}`)]);
    add(days, CREATE, [12, 80], [memory.block.id]);
  });
  return rows;
}

/** Retrievals derived from calls: each hit of a search, and each opened memory. */
export function toRetrievals(calls: readonly Row[]): RetrievalEvent[] {
  return calls
    .filter(({ kind }) => kind === 'read')
    .flatMap((call) =>
      (call['memory_ids'] as string[]).map((memoryBlockId, place) => {
        const isSearch = call['action'] === 'search';
        return {
          memoryBlockId,
          userId: String(call['user_id']),
          tokenId: String(call['token_id']),
          tokenName: String(call['token_name']),
          kind: isSearch ? ('search' as const) : ('detail' as const),
          query: isSearch ? String(call['query']) : null,
          rank: isSearch ? place + 1 : null,
          at: String(call['created_at']),
        };
      }),
    );
}

/** Calls that led to these memories, by the agents that recorded them. */
export function generateActivity(seed: number, now: Date, memories: readonly GeneratedBlock[]): Row[] {
  return DEMO_AGENTS.flatMap((agent) => {
    const id = agentId(seed, agent.name);
    return generateCalls(
      seed,
      now,
      agent,
      memories.filter(({ block }) => block['agent_id'] === id),
    );
  });
}
