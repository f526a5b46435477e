/**
 * `pnpm bench:search`: how good and how fast the ranked search is, on each engine, beside its rivals; prints Markdown. memory-service/README.md
 * says what it takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { searchMetadataOf } from '@hindsight/shared-contracts/api/client';
import { bm25 } from './bm25';
import { findDatabases } from './databases';
import { DEMO_BLOCKS } from './demoQuestions';
import { demoSets, EMAIL, fillCollection, readCollection } from './judged';
import type { JudgedSet } from './judged';
import { qualityOf } from './quality';
import type { Quality } from './quality';
import { buildRival, removeRival } from './rival';
import { ask, dist, headersOf, startService } from './service';
import type { BenchService } from './service';
import { searchSpeed } from './speed';
import { startStandIn } from './standIn';

const print = (text: string) => process.stdout.write(`${text}\n`);
const file = process.env['BENCH_COLLECTION'];
const collection = file === undefined ? undefined : readCollection(file);

const row = (set: string, name: string, { ndcg, recallAt10, recallAt5, mrr, empty }: Quality) =>
  print(
    `| ${set} | ${name} | ${[ndcg, recallAt10, recallAt5, mrr].map((value) => value.toFixed(3)).join(' | ')} | ${empty} |`,
  );

/** Asks all questions in each of the ways: a name, and what is called. */
async function askAll(service: BenchService, sets: readonly JudgedSet[], ways: Record<string, string>) {
  const person = headersOf(EMAIL);
  for (const { name: set, scope, questions } of sets) {
    for (const [name, call] of Object.entries(ways)) {
      const quality = await qualityOf(questions, async (text) => {
        const url = `${service.url}/memory-blocks/search/${call}limit=10&${scope}&query=${encodeURIComponent(text)}`;
        return (await ask<{ id: string }[]>('GET', url, person)).map(({ id }) => id);
      });
      row(set, name, quality);
    }
  }
}

/** Puts the collection beside the demo workspace of an empty service, and asks all questions. */
async function judge(name: string, kinds: readonly string[], env: Record<string, string>, build = dist) {
  const service = await startService(
    { ...env, DEMO_BLOCKS: String(DEMO_BLOCKS), ADMIN_EMAILS: EMAIL },
    build,
  );
  try {
    const demo = await demoSets(service.url);
    const sets = [...(collection ? [await fillCollection(service.url, collection)] : []), ...demo];
    await askAll(service, sets, Object.fromEntries(kinds.map((kind) => [`${name}, ${kind}`, `${kind}?`])));
    return sets;
  } finally {
    await service.stop();
  }
}

/** Asks again with vectors of a stand-in for a model, once all texts have one: by meaning alone, and mixed. */
async function judgeWithStandIn(name: string, sets: readonly JudgedSet[], env: Record<string, string>) {
  const texts = new Set(sets.flatMap((set) => set.texts.map(({ text }) => text)));
  const standIn = await startStandIn([...texts]);
  const service = await startService({
    ...env,
    ADMIN_EMAILS: EMAIL,
    EMBEDDINGS_BASE_URL: standIn.url,
    EMBEDDINGS_MODEL: 'stand-in',
  });
  try {
    for (const { scope } of sets) await untilIndexed(service, scope);
    await askAll(service, sets, {
      [`${name}, semantic with a stand-in`]: 'semantic?similarity_threshold=0&',
      [`${name}, hybrid with a stand-in`]: 'hybrid?',
    });
  } finally {
    await service.stop();
    await standIn.close();
  }
}

/** Waits until every memory of the workspace has a vector. */
async function untilIndexed({ url }: BenchService, scope: string): Promise<void> {
  const path = `${url}/memory-blocks/search/semantic?query=memory&limit=1&${scope}`;
  for (;;) {
    const { headers } = await fetch(path, { headers: headersOf(EMAIL) });
    const metadata = searchMetadataOf(headers);
    if (metadata?.search_type === 'semantic' && metadata.not_indexed_by_meaning === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The questions on one engine, with words alone and with the stand-in. */
async function judgeEngine(name: string, env: Record<string, string>): Promise<JudgedSet[]> {
  const sets = await judge(name, kinds, env);
  await judgeWithStandIn(name, sets, env);
  return sets;
}

async function judgeByBm25(sets: readonly JudgedSet[]): Promise<void> {
  for (const { name, questions, texts } of sets) {
    const rival = bm25(texts);
    row(name, 'BM25 in plain code', await qualityOf(questions, (text) => Promise.resolve(rival(text))));
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'memory-service-bench-'));
const databases = await findDatabases();
const kinds = ['fulltext', 'hybrid'];
try {
  print(`# Search: ${cpus().length} cores, Node ${process.versions.node}\n`);
  if (!collection) print('Without BENCH_COLLECTION only the questions about the demo workspace are asked.\n');
  print(
    '| questions | search | nDCG@10 | recall@10 | recall@5 | MRR@10 | empty |\n|---|---|---|---|---|---|---|',
  );
  if (process.env['BENCH_EMBEDDED'] !== 'no')
    await judgeByBm25(await judgeEngine('embedded', { DATA_DIR: path.join(folder, 'embedded') }));
  if (databases) await databases.withEmpty((url) => judgeEngine('PostgreSQL', { DATABASE_URL: url }));
  const commit = process.env['BENCH_RIVAL'];
  if (commit !== undefined) {
    const rival = path.join(folder, 'rival');
    try {
      const build = await buildRival(commit, rival);
      await judge(`at ${commit}`, ['fulltext'], { DATA_DIR: path.join(folder, 'of-rival') }, build);
    } finally {
      await removeRival(rival);
    }
  }
  const sizes = (process.env['BENCH_ROWS'] ?? '').split(',').filter((size) => size !== '');
  if (databases && sizes.length > 0) {
    print(
      '\n| memories | filled in s | searches/s | p50 ms | p99 ms | failed | tables MB | indexes MB | memory MB |',
    );
    print('|---|---|---|---|---|---|---|---|---|');
    const plans: string[] = [];
    for (const size of sizes) {
      const speed = await databases.withEmpty((url) => searchSpeed(url, Number(size)));
      const { rows, fillSeconds, perSecond, p50, p99, failed, tableMegabytes, indexMegabytes } = speed;
      const numbers = [
        rows,
        fillSeconds,
        perSecond,
        p50,
        p99,
        failed,
        tableMegabytes,
        indexMegabytes,
        speed.memoryMegabytes,
      ];
      print(`| ${numbers.map((value) => value.toFixed(0)).join(' | ')} |`);
      if (speed.failures.length > 0) plans.push(`${size} memories, failed: ${speed.failures.join(', ')}.`);
      plans.push(`${size} memories, a word of half of them:\n\`\`\`\n${speed.plan}\n\`\`\``);
    }
    print(`\n${plans.join('\n\n')}`);
  }
} finally {
  await databases?.stop();
  rmSync(folder, { recursive: true, force: true });
}
