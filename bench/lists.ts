/**
 * `pnpm bench lists [--memories 100000] [--calls 40] [--engine postgres]`: every list filter with every sort order, sequentially, in the
 * largest workspace of a demo of that size. The first call includes the count of matches. For slow combinations, check the query plan
 * (`auto_explain`).
 */
import { parseArgs } from 'node:util';
import { describeMachine, markdownTable, median, print, progress } from './report';
import { type BenchService, call, findLargestWorkspace, onEngines, startService } from './service';

/** Target for the slowest call. */
const AIM_MS = 50;
const WARM_UP_CALLS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const ORDERS = ['created_at', 'updated_at', 'feedback_score', 'retrieval_count'].flatMap((column) =>
  ['desc', 'asc'].map((order) => `sort_by=${column}&sort_order=${order}`),
);

/** The list filters, alone and in common combinations. */
async function findFilters(service: BenchService, scope: string): Promise<string[]> {
  const get = <T>(address: string) => call<T>(service, 'GET', `${address}&${scope}`);
  const { items: agents } = await get<{ items: { agent_id: string }[] }>('/agents/?limit=2');
  const keywords = await get<{ keyword_id: string }[]>('/keywords/?limit=2');
  const { items: memories } = await get<{ items: { conversation_id: string }[] }>('/memory-blocks/?limit=1');
  const [agent, agent2] = agents.map(({ agent_id: id }) => id);
  const [keyword, keyword2] = keywords.map(({ keyword_id: id }) => id);
  const feedback = ['rated', 'unrated', 'high', 'medium', 'low', 'marked', 'wrong', 'outdated'];
  return [
    '',
    `agent_id=${agent}`,
    `agent_id=${agent},${agent2}`,
    `keyword_id=${keyword}`,
    `keyword_id=${keyword},${keyword2}`,
    `keyword_id=${keyword},${keyword2}&keyword_match=all`,
    `conversation_id=${memories[0]?.conversation_id}`,
    ...['created', 'updated', 'retrieved'].flatMap((column) =>
      [1, 7, 90].map((days) => `${column}_after=${daysAgo(days)}`),
    ),
    ...feedback.map((value) => `feedback=${value}`),
    ...['agent', 'person', 'model', 'import'].map((value) => `origin=${value}`),
    `agent_id=${agent}&feedback=low`,
    `agent_id=${agent}&created_after=${daysAgo(7)}`,
    `keyword_id=${keyword}&feedback=low`,
    `keyword_id=${keyword}&created_after=${daysAgo(7)}`,
    `retrieved_after=${daysAgo(7)}&feedback=high`,
    `created_after=${daysAgo(7)}&origin=import`,
    `created_before=${daysAgo(80)}&feedback=marked`,
    'include_archived=true',
    'include_archived=true&feedback=low',
  ];
}

/** Duration in milliseconds of the first call, and of later ones after a plan warm-up. */
async function timeCalls(service: BenchService, address: string, calls: number) {
  const times: number[] = [];
  for (let n = 0; n < calls + WARM_UP_CALLS; n += 1) {
    const started = performance.now();
    await call(service, 'GET', address);
    times.push(performance.now() - started);
  }
  const warm = times.slice(WARM_UP_CALLS);
  return { address, first: times[0] ?? 0, p50: median(warm), slowest: Math.max(...warm) };
}

export async function benchLists(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      memories: { type: 'string', default: '100000' },
      calls: { type: 'string', default: '40' },
      engine: { type: 'string' },
    },
  });
  await onEngines(values.engine ?? 'postgres', async ({ name, env }) => {
    progress(`Filling ${values.memories} memories, ${name} ...`);
    const service = await startService({ ...env, DEMO_BLOCKS: values.memories });
    try {
      const { scope, memories } = await findLargestWorkspace(service);
      const results = [];
      for (const filter of await findFilters(service, scope)) {
        progress(filter || 'no filter');
        for (const order of ORDERS) {
          const address = `/memory-blocks/?limit=24&${scope}&${[filter, order].filter(Boolean).join('&')}`;
          results.push({ filter, order, ...(await timeCalls(service, address, Number(values.calls))) });
        }
      }
      const slow = results.filter(({ slowest }) => slowest > AIM_MS);
      const rows = results
        .sort((a, b) => b.p50 - a.p50)
        .map(({ filter, order, first, p50, slowest }) => [
          filter || 'none',
          order,
          ...[first, p50, slowest].map((time) => time.toFixed(1)),
        ]);
      print(
        `## Lists, ${name}, ${memories} of ${values.memories} memories (${describeMachine()}; ${values.calls} calls each)\n`,
      );
      print(markdownTable([['filter', 'order', 'first ms', 'p50 ms', 'slowest ms'], ...rows]));
      print(`\n${results.length} lists, ${slow.length} with a call above ${AIM_MS} ms.`);
    } finally {
      await service.stop();
    }
  });
}
