/**
 * `pnpm bench search [--collection <file>] [--words] [--before <checkout>] [--engine embedded|postgres]`: search quality on judged
 * questions, compared with BM25 and reciprocal rank fusion; and whether search returns nothing for unanswerable questions, ranks the newest
 * fact first, and folds duplicates.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stemmer } from '@orama/stemmers/english';
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { bm25, splitWords } from '../memory-service/src/testing/judged/bm25';
import {
  DEMO_BLOCKS,
  DEMO_ORGANIZATION,
  demoQuestionSets,
  type JudgedSet,
  measureQuality,
  type Quality,
} from '../memory-service/src/testing/judged/judge';
import statements from '../memory-service/src/testing/judged/statements.json';
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

/** A collection with judged questions; README.md describes the file format. */
interface Collection {
  documents: { id: number; title: string; text: string }[];
  queries: { text: string; relevant: number[] }[];
}

interface Place {
  service: BenchService;
  scope: string;
}

interface PlacedSet extends JudgedSet {
  place: Place;
}

async function createWorkspace(service: BenchService, name: string): Promise<Place> {
  const { id } = await call<{ id: string }>(service, 'POST', '/organizations/', { name });
  return { service, scope: `scope=organization&organization_id=${id}` };
}

/** Stores the texts as memories one after another, so that their order is their age. Returns their ids. */
async function store({ service, scope }: Place, texts: readonly string[]): Promise<string[]> {
  const name = { agent_name: `bench ${randomUUID()}` };
  const agent = await call<{ agent_id: string }>(service, 'POST', `/agents/?${scope}`, name);
  const ids: string[] = [];
  for (const text of texts) {
    const memory = { agent_id: agent.agent_id, conversation_id: randomUUID(), content: text || '-' };
    ids.push((await call<{ id: string }>(service, 'POST', `/memory-blocks/?${scope}`, memory)).id);
  }
  return ids;
}

/** Stores texts and builds a question set about them; `relevant` holds indexes of texts. */
async function storeSet(
  place: Place,
  name: string,
  texts: readonly string[],
  questions: readonly { text: string; relevant: readonly number[] }[],
): Promise<PlacedSet> {
  const ids = await store(place, texts);
  return {
    name,
    place,
    scope: place.scope,
    texts: texts.map((text, at) => ({ id: ids[at]!, text })),
    questions: questions.map(({ text, relevant }) => ({ text, relevant: relevant.map((at) => ids[at]!) })),
  };
}

async function storeCollection(place: Place, { documents, queries }: Collection): Promise<PlacedSet> {
  const at = new Map(documents.map(({ id }, n) => [id, n]));
  const texts = documents.map(({ title, text }) => (text.startsWith(title) ? text : `${title}\n${text}`));
  const questions = queries.map(({ text, relevant }) => ({
    text,
    relevant: relevant.flatMap((id) => at.get(id) ?? []),
  }));
  return storeSet(place, `${documents.length} texts, ${queries.length} questions`, texts, questions);
}

/** Builds a question set in which question n is about text n. */
const storePairs = (
  place: Place,
  name: string,
  pairs: readonly (readonly [text: string, question: string])[],
) =>
  storeSet(
    place,
    name,
    pairs.map(([text]) => text),
    pairs.map(([, text], at) => ({ text, relevant: [at] })),
  );

async function readDemo(service: BenchService): Promise<PlacedSet[]> {
  const { name, scope } = await findLargestWorkspace(service);
  if (name !== DEMO_ORGANIZATION)
    throw new Error(`The largest workspace is ${name}, not ${DEMO_ORGANIZATION}.`);
  const { items } = await call<{ items: { id: string; content: string }[] }>(
    service,
    'GET',
    `/memory-blocks/?limit=1000&${scope}`,
  );
  return demoQuestionSets(items, scope).map((set) => ({ ...set, place: { service, scope } }));
}

const search = ({ service, scope }: Place, way: string, text: string) =>
  call<ScoredBlock[]>(
    service,
    'GET',
    `/memory-blocks/search/${way}${scope}&query=${encodeURIComponent(text)}`,
  );

async function waitForVectors({ service, scope }: Place): Promise<void> {
  for (;;) {
    const address = `/memory-blocks/search/hybrid?limit=1&query=memory&${scope}`;
    const response = await fetch(service.url + address, { headers: headersFor(ADMIN) });
    const metadata = JSON.parse(response.headers.get('x-search-metadata') ?? '{}') as SearchMetadata;
    const left = metadata.not_indexed_by_meaning?.count ?? 0;
    if (left === 0 && !metadata.meaning?.failing) return;
    progress(`${left} memories still to embed ...`);
    await pause(2_000);
  }
}

type Way = (set: PlacedSet, text: string) => Promise<readonly string[]>;

const by =
  (way: string): Way =>
  async ({ place }, text) =>
    (await search(place, way, text)).map(({ id }) => id);

/** Reciprocal rank fusion, the usual way to merge two lists: the sum of 1 / (60 + rank). */
const reciprocalRankFusion: Way = async ({ place }, text) => {
  const scores = new Map<string, number>();
  for (const way of ['fulltext?limit=100&', 'semantic?similarity_threshold=0&limit=100&'])
    for (const [at, { id }] of (await search(place, way, text)).entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + at));
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
};

const listWays = (hasMeaning: boolean): Record<string, Way> => ({
  'full-text': by('fulltext?limit=10&'),
  hybrid: by('hybrid?limit=10&'),
  ...(hasMeaning && {
    meaning: by('semantic?similarity_threshold=0&limit=10&'),
    'reciprocal ranks': reciprocalRankFusion,
  }),
});

const rankingRow = (set: string, way: string, { ndcg, recallAt10, anyAt10, mrr, empty }: Quality) => [
  set,
  way,
  ...[ndcg, recallAt10, anyAt10, mrr].map((value) => value.toFixed(3)),
  String(empty),
];

async function rankSet(set: PlacedSet, name: string, ways: Record<string, Way>): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [way, ask] of Object.entries(ways))
    rows.push(
      rankingRow(set.name, `${name}, ${way}`, await measureQuality(set.questions, (text) => ask(set, text))),
    );
  return rows;
}

const stemWords = (text: string) => splitWords(text).map((word) => stemmer(word));
const BASELINES = { 'BM25, words': splitWords, 'BM25, stems': stemWords };

const computeShare = (count: number, whole: number) =>
  `${count} of ${whole} (${Math.round((100 * count) / whole)} %)`;
/** Thresholds were tuned on the even half. */
const halves = <T>(all: readonly T[]): [string, T[]][] => [
  ['even half', all.filter((_, at) => at % 2 === 0)],
  ['odd half', all.filter((_, at) => at % 2 === 1)],
];

/** How often search stays silent about facts that were never stored, and how many right answers that costs. */
async function measureFloor(sets: readonly PlacedSet[]): Promise<string[][]> {
  const { place } = sets[0]!;
  const rows: string[][] = [];
  for (const [half, questions] of halves(statements.neverStored)) {
    let silent = 0;
    for (const text of questions)
      if (
        (await search(place, 'hybrid?least_match=likely&limit=10&min_combined_score=0&', text)).length === 0
      )
        silent += 1;
    rows.push([`never stored, ${half}: nothing, or weak only`, computeShare(silent, questions.length)]);
  }
  let characters = 0;
  for (const text of statements.neverStored) {
    const address = `/memory-blocks/search/recall?${place.scope}&query=${encodeURIComponent(text)}`;
    characters += (await call<{ text: string }>(place.service, 'GET', address)).text.length;
  }
  rows.push([
    'never stored: characters that an agent reads',
    String(Math.round(characters / statements.neverStored.length)),
  ]);
  for (const [half, questions] of halves(sets.flatMap((set) => set.questions))) {
    const firsts: ScoredBlock[] = [];
    for (const { text, relevant } of questions) {
      const [first] = await search(place, 'hybrid?limit=1&min_combined_score=0&', text);
      if (first && relevant.includes(first.id)) firsts.push(first);
    }
    const kept = firsts.filter(({ match }) => match?.strength !== 'weak').length;
    rows.push([`demo, ${half}: right first hits above the floor`, computeShare(kept, firsts.length)]);
  }
  return rows;
}

type Pair = readonly string[];

/** Stores each pair of statements, the older one first, and searches for its question. */
async function askPairs(place: Place, pairs: readonly Pair[]) {
  const ids = await store(
    place,
    pairs.flatMap(([older = '', newer = '']) => [older, newer]),
  );
  await waitForVectors(place);
  const answers: { older: string; newer: string; hits: ScoredBlock[] }[] = [];
  for (const [at, [, , question = '']] of pairs.entries()) {
    const hits = await search(place, 'hybrid?limit=10&fold=true&min_combined_score=0&', question);
    answers.push({ older: ids[2 * at]!, newer: ids[2 * at + 1]!, hits });
  }
  return answers;
}

/** The first hit that is one of the pair or has one of them folded under it. */
const findLeader = (hits: readonly ScoredBlock[], pair: readonly string[]) =>
  hits.find(({ id, alike }) => pair.includes(id) || alike?.some((one) => pair.includes(one.id)));

async function measurePairs(where: string, place: Place): Promise<string[][]> {
  const overturned = await askPairs(place, statements.overturned);
  const newerFirst = overturned.filter(
    ({ older, newer, hits }) => findLeader(hits, [older, newer])?.id === newer,
  );
  const labeled = overturned.filter(({ older, newer, hits }) =>
    hits.some(({ id, alike }) => id === newer && alike?.some((one) => one.id === older && one.contradicts)),
  );
  const duplicates = await askPairs(place, statements.duplicates);
  const folded = duplicates.filter(({ older, newer, hits }) =>
    hits.some(({ id, alike }) => id === newer && alike?.some((one) => one.id === older)),
  );
  return [
    [`overturned facts ${where}: newer one first`, computeShare(newerFirst.length, overturned.length)],
    [`overturned facts ${where}: folded as a contradiction`, computeShare(labeled.length, overturned.length)],
    [`near duplicates ${where}: folded`, computeShare(folded.length, duplicates.length)],
  ];
}

/** Fills an empty service and asks all questions in every search mode that it supports. */
async function judgeService(
  name: string,
  collection: Collection | undefined,
  env: Record<string, string>,
  checkout?: string,
): Promise<{ rankings: string[][]; answers: string[][] }> {
  progress(`Judging ${name} ...`);
  const service = await startService({ ...env, DEMO_BLOCKS: String(DEMO_BLOCKS) }, checkout);
  const ways = listWays('EMBEDDINGS_BASE_URL' in env);
  const rankings: string[][] = [];
  const rank = async (set: PlacedSet) => {
    await waitForVectors(set.place);
    rankings.push(...(await rankSet(set, name, ways)));
    if (checkout !== undefined) return;
    for (const [baseline, toTerms] of Object.entries(BASELINES)) {
      const quality = await measureQuality(set.questions, bm25(set.texts, toTerms));
      rankings.push(rankingRow(set.name, baseline, quality));
    }
  };
  try {
    const demo = await readDemo(service);
    for (const set of demo) await rank(set);
    const answers = await measureFloor(demo);
    if (collection)
      await rank(await storeCollection(await createWorkspace(service, 'collection'), collection));
    const lessons = statements.lessons as [string, string][];
    const large = demo[0]!.place;
    await rank(await storePairs(await createWorkspace(service, 'lessons'), 'coding lessons, alone', lessons));
    await rank(await storePairs(large, 'coding lessons, beside the demo', lessons));
    const languages = statements.languages as [string, string, string][];
    const asked = (which: 1 | 2): [string, string][] => languages.map((one) => [one[0], one[which]]);
    await rank(
      await storePairs(await createWorkspace(service, 'other'), 'asked in another language', asked(1)),
    );
    await rank(
      await storePairs(await createWorkspace(service, 'own'), 'asked in its own language', asked(2)),
    );
    answers.push(...(await measurePairs('alone', await createWorkspace(service, 'pairs'))));
    answers.push(...(await measurePairs('beside the demo', large)));
    return { rankings, answers: answers.map((row) => [name, ...row]) };
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
      words: { type: 'boolean', default: false },
    },
  });
  const collection =
    values.collection === undefined
      ? undefined
      : (JSON.parse(readFileSync(values.collection, 'utf8')) as Collection);
  const rankings: string[][] = [];
  const answers: string[][] = [];
  const add = (judged: Awaited<ReturnType<typeof judgeService>>) => {
    rankings.push(...judged.rankings);
    answers.push(...judged.answers);
  };
  const encoder = values.words ? undefined : await startEncoder();
  await onEngines(values.engine, async ({ name, env }) => {
    add(await judgeService(name, collection, { ...env, ...encoder?.env }));
  });
  if (values.before !== undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-bench-'));
    add(await judgeService('before', collection, { DATA_DIR: folder, ...encoder?.env }, values.before));
    rmSync(folder, { recursive: true, force: true });
  }
  await encoder?.close();
  const rankingTable = [
    ['questions', 'search', 'nDCG@10', 'recall@10', 'any@10', 'MRR@10', 'empty'],
    ...rankings,
  ];
  print(`## Search (${describeMachine()})\n\n${markdownTable(rankingTable)}`);
  print(`\n${markdownTable([['search', 'answers', 'how many'], ...answers])}`);
}
