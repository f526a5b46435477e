/**
 * `pnpm bench search [--collection <file>] [--meaning] [--before <checkout>] [--engine embedded|postgres]`: how good the ranked search is on judged
 * questions, beside BM25 in plain code and the service of an earlier commit.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SearchMetadata } from '@hindsight/shared-contracts/api';
import { bm25 } from '../memory-service/src/testing/judged/bm25';
import {
  DEMO_BLOCKS,
  DEMO_ORGANIZATION,
  demoQuestionSets,
  type JudgedSet,
  measureQuality,
  type Quality,
} from '../memory-service/src/testing/judged/judge';
import { startEncoder } from './encoder';
import { describeMachine, markdownTable, print, progress } from './report';
import {
  ADMIN,
  type BenchService,
  call,
  findLargestWorkspace,
  headersFor,
  onEngines,
  startService,
} from './service';

/** A collection with judged questions; README.md describes the file. */
interface Collection {
  documents: { id: number; title: string; text: string }[];
  queries: { text: string; relevant: number[] }[];
}

/** Stores the texts as memories of the administrator's own workspace, one after another: their order is that of the file. */
async function fillCollection(service: BenchService, { documents, queries }: Collection): Promise<JudgedSet> {
  const scope = 'scope=personal';
  const agent = await call<{ agent_id: string }>(service, 'POST', `/agents/?${scope}`, {
    agent_name: 'bench',
  });
  const ids = new Map<number, string>();
  const texts: JudgedSet['texts'] = [];
  for (const { id: number, title, text: body } of documents) {
    const text = body.startsWith(title) ? body : `${title}\n${body}`;
    const memory = { agent_id: agent.agent_id, conversation_id: randomUUID(), content: text || '-' };
    const { id } = await call<{ id: string }>(service, 'POST', `/memory-blocks/?${scope}`, memory);
    ids.set(number, id);
    texts.push({ id, text });
  }
  const questions = queries.map(({ text, relevant }) => ({
    text,
    relevant: relevant.flatMap((number) => ids.get(number) ?? []),
  }));
  return { name: `${documents.length} texts, ${queries.length} questions`, scope, questions, texts };
}

async function readDemo(service: BenchService): Promise<JudgedSet[]> {
  const { name, scope } = await findLargestWorkspace(service);
  if (name !== DEMO_ORGANIZATION)
    throw new Error(`The largest workspace is ${name}, not ${DEMO_ORGANIZATION}.`);
  const { items } = await call<{ items: { id: string; content: string }[] }>(
    service,
    'GET',
    `/memory-blocks/?limit=1000&${scope}`,
  );
  return demoQuestionSets(items, scope);
}

const tableRow = (set: string, name: string, { ndcg, recallAt10, recallAt5, mrr, empty }: Quality) => [
  set,
  name,
  ...[ndcg, recallAt10, recallAt5, mrr].map((value) => value.toFixed(3)),
  String(empty),
];

/** Asks all questions in each of the ways: what the table calls it, and the call. */
async function askAll(
  service: BenchService,
  sets: readonly JudgedSet[],
  ways: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name: set, scope, questions } of sets) {
    for (const [name, search] of Object.entries(ways)) {
      const quality = await measureQuality(questions, async (text) => {
        const address = `/memory-blocks/search/${search}limit=10&${scope}&query=${encodeURIComponent(text)}`;
        return (await call<{ id: string }[]>(service, 'GET', address)).map(({ id }) => id);
      });
      rows.push(tableRow(set, name, quality));
    }
  }
  return rows;
}

/** Waits until every memory has its vector. */
async function waitForVectors(service: BenchService, sets: readonly JudgedSet[]): Promise<void> {
  for (const { scope } of sets) {
    for (;;) {
      const address = `/memory-blocks/search/hybrid?limit=1&query=memory&${scope}`;
      const response = await fetch(service.url + address, { headers: headersFor(ADMIN) });
      const metadata = JSON.parse(response.headers.get('x-search-metadata') ?? '{}') as SearchMetadata;
      const left = metadata.not_indexed_by_meaning?.count ?? 0;
      if (left === 0 && !metadata.meaning?.failing) break;
      progress(`${left} memories wait for their vectors ...`);
      await pause(2_000);
    }
  }
}

/** Fills an empty service with the demo workspace and the collection, and asks all questions in every way that it has. */
async function judgeService(
  name: string,
  collection: Collection | undefined,
  env: Record<string, string>,
  checkout?: string,
): Promise<{ sets: JudgedSet[]; rows: string[][] }> {
  progress(`Judging ${name} ...`);
  const service = await startService({ ...env, DEMO_BLOCKS: String(DEMO_BLOCKS) }, checkout);
  try {
    const demo = await readDemo(service);
    const sets = collection ? [await fillCollection(service, collection), ...demo] : demo;
    const meaning = { [`${name}, meaning`]: 'semantic?similarity_threshold=0&' };
    const ways = {
      [`${name}, full-text`]: 'fulltext?',
      [`${name}, hybrid`]: 'hybrid?',
      ...('EMBEDDINGS_BASE_URL' in env && meaning),
    };
    if ('EMBEDDINGS_BASE_URL' in env) await waitForVectors(service, sets);
    return { sets, rows: await askAll(service, sets, ways) };
  } finally {
    await service.stop();
  }
}

export async function benchSearch(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      collection: { type: 'string' },
      before: { type: 'string' },
      engine: { type: 'string' },
      meaning: { type: 'boolean', default: false },
    },
  });
  const collection =
    values.collection === undefined
      ? undefined
      : (JSON.parse(readFileSync(values.collection, 'utf8')) as Collection);
  const table = [['questions', 'search', 'nDCG@10', 'recall@10', 'recall@5', 'MRR@10', 'empty']];
  let baseline: JudgedSet[] = [];
  const encoder = values.meaning ? await startEncoder() : undefined;
  await onEngines(values.engine, async ({ name, env }) => {
    const { sets, rows } = await judgeService(name, collection, { ...env, ...encoder?.env });
    table.push(...rows);
    baseline = sets;
  });
  await encoder?.close();
  for (const { name, questions, texts } of baseline)
    table.push(tableRow(name, 'BM25 in plain code', await measureQuality(questions, bm25(texts))));
  if (values.before !== undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-bench-'));
    const before = await judgeService('before', collection, { DATA_DIR: folder }, values.before);
    rmSync(folder, { recursive: true, force: true });
    table.push(...before.rows);
  }
  const [head = [], ...rows] = table;
  const sorted = rows.sort(([a = ''], [b = '']) => a.localeCompare(b));
  print(`## Search (${describeMachine()})\n\n${markdownTable([head, ...sorted])}`);
}
