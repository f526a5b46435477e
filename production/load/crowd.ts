/** Simulates an hour of people and agents: call rates per action, sent on schedule regardless of pending answers. */
import type { Answer, Client } from './client';

export interface Caller {
  headers: Record<string, string>;
  /** Query parameters of the workspace. */
  scope: string;
  agentId: string;
}

interface Action {
  name: string;
  /** Calls per hour and caller. */
  hourly: number;
  send: (client: Client, caller: Caller, word: string) => Promise<Answer>;
}

const get =
  (path: (caller: Caller, word: string) => string) => (client: Client, caller: Caller, word: string) =>
    client.send('GET', path(caller, word), undefined, caller.headers);

const write: Action['send'] = (client, { headers, scope, agentId }, word) =>
  client.send(
    'POST',
    `/memory-blocks/?${scope}`,
    { agent_id: agentId, conversation_id: agentId, content: `${word}: learned at work.` },
    headers,
  );
const search = get(({ scope }, word) => `/memory-blocks/search/fulltext?limit=12&query=${word}&${scope}`);
const list = get(({ scope }) => `/memory-blocks/?limit=12&${scope}`);

/** A person reads for most of the hour; the notification bell polls every minute while the page is open. */
const PERSON: readonly Action[] = [
  { name: 'bell', hourly: 60, send: get(() => '/notifications/?limit=1&unread_only=true') },
  { name: 'list', hourly: 20, send: list },
  { name: 'search', hourly: 6, send: search },
  { name: 'agents', hourly: 4, send: get(({ scope }) => `/agents/?limit=12&${scope}`) },
  { name: 'summary', hourly: 3, send: get(({ scope }) => `/analytics/summary?${scope}`) },
  { name: 'write', hourly: 2, send: write },
  {
    name: 'job',
    hourly: 0.02,
    send: (client, { headers, scope }) =>
      client.send('POST', `/secret-findings/scan?${scope}`, undefined, headers),
  },
];
/** A working agent searches before each task and writes after it. */
const AGENT: readonly Action[] = [
  { name: 'agent search', hourly: 30, send: search },
  { name: 'agent list', hourly: 5, send: list },
  { name: 'agent write', hourly: 8, send: write },
];

const WORDS = 'migration cache deploy timeout index retry schema token queue latency build test error'.split(
  ' ',
);
const pickRandom = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const sum = (actions: readonly Action[]) => actions.reduce((total, { hourly }) => total + hourly, 0);

export interface Asked {
  name: string;
  status: number;
  /** Measured from the scheduled time, not from the actual send. */
  ms: number;
}

/** Total requests per hour. */
export const requestsPerHour = (people: number, agents: number) => people * sum(PERSON) + agents * sum(AGENT);

/** Plays `seconds` of the hour at `speed` times the normal rate; resolves with the last answer. */
export async function simulateHour(
  crowd: { people: readonly Caller[]; agents: readonly Caller[] },
  clients: readonly Client[],
  { speed, seconds }: { speed: number; seconds: number },
): Promise<Asked[]> {
  const perSecond = (requestsPerHour(crowd.people.length, crowd.agents.length) / 3600) * speed;
  const kinds = [
    ...PERSON.map((action) => ({ action, callers: crowd.people })),
    ...AGENT.map((action) => ({ action, callers: crowd.agents })),
  ];
  const weights = kinds.map(({ action, callers }) => action.hourly * callers.length);
  const total = weights.reduce((all, weight) => all + weight, 0);
  const choose = () => {
    let rest = Math.random() * total;
    return kinds.find((_, n) => (rest -= weights[n] ?? 0) < 0) ?? kinds[0];
  };
  const asked: Promise<Asked>[] = [];
  const start = performance.now();
  for (let at = start; at < start + seconds * 1000; at += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    const early = at - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const kind = choose();
    if (!kind) break;
    const wanted = at;
    const client = clients[asked.length % clients.length] as Client;
    asked.push(
      kind.action.send(client, pickRandom(kind.callers), pickRandom(WORDS)).then(({ status }) => ({
        name: kind.action.name,
        status,
        ms: performance.now() - wanted,
      })),
    );
  }
  return Promise.all(asked);
}
