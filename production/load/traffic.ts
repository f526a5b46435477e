/** Simulated readers and writers that run until stopped, and a record of every request. */
import type { Answer, Client } from './client';

export interface Outcome {
  kind: 'read' | 'create' | 'update' | 'delete';
  startedAt: number;
  endedAt: number;
  /** 0 when no answer arrived. */
  status: number;
  /** Error text of a failed request. */
  problem?: string;
  /** Text sent by a write. */
  content?: string;
  id?: string;
}

export interface Workplace {
  client: Client;
  /** Query parameters of the workspace, e.g. `scope=personal`. */
  scope: string;
  agentId: string;
}

export interface Traffic {
  outcomes: readonly Outcome[];
  /** Resolves when the requests in flight are answered. */
  stop(): Promise<void>;
}

const readKeys = (scope: string) => [
  `/api/memory-blocks/?limit=12&${scope}`,
  `/api/memory-blocks/search/fulltext?query=migration&limit=12&${scope}`,
  `/api/agents/?limit=12&${scope}`,
];

export const hasSucceeded = ({ status }: { status: number }) => status >= 200 && status < 300;

/** @returns immediately; the load continues until `stop`. */
export function startTraffic(place: Workplace, people: { readers: number; writers: number }): Traffic {
  const { client, scope, agentId } = place;
  const outcomes: Outcome[] = [];
  let isOver = false;
  let written = 0;

  async function timeRequest(kind: Outcome['kind'], more: Partial<Outcome>, send: () => Promise<Answer>) {
    const startedAt = performance.now();
    const answer = await send();
    const problem = hasSucceeded(answer) ? {} : { problem: answer.body };
    outcomes.push({
      ...{ kind, startedAt, endedAt: performance.now(), status: answer.status },
      ...problem,
      ...more,
    });
    return answer;
  }

  async function read(offset: number): Promise<void> {
    const paths = readKeys(scope);
    for (let turn = offset; !isOver; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      await timeRequest('read', {}, () => client.send('GET', path));
    }
  }

  /** Creates and updates a memory block, and deletes every second one; the rest stay so that tests can count them. */
  async function write(): Promise<void> {
    while (!isOver) {
      const content = `load ${(written += 1)}`;
      const isToStay = written % 2 === 1;
      const block = { agent_id: agentId, conversation_id: agentId, content };
      const made = await timeRequest('create', { content }, () =>
        client.send('POST', `/api/memory-blocks/?${scope}`, block),
      );
      if (!hasSucceeded(made)) continue;
      const { id } = JSON.parse(made.body) as { id: string };
      const changed = `${content}, changed`;
      await timeRequest('update', { id, content: changed }, () =>
        client.send('PUT', `/api/memory-blocks/${id}?${scope}`, { content: changed }),
      );
      if (!isToStay)
        await timeRequest('delete', { id }, () => client.send('DELETE', `/api/memory-blocks/${id}?${scope}`));
    }
  }

  const everybody = [
    ...Array.from({ length: people.readers }, (_, index) => read(index)),
    ...Array.from({ length: people.writers }, () => write()),
  ];
  return {
    outcomes,
    stop: async () => {
      isOver = true;
      await Promise.all(everybody);
    },
  };
}
