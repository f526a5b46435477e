/**
 * `pnpm bench:search`: how good and how fast the ranked search is, on each engine, beside its rivals; prints Markdown. memory-service/README.md
 * says what it takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { bm25 } from './bm25';
import { findDatabases } from './databases';
import { DEMO_BLOCKS } from './demoQuestions';
import { demoSets, EMAIL, fillCollection, readCollection } from './judged';
import type { JudgedSet } from './judged';
import { qualityOf } from './quality';
import type { Quality } from './quality';
import { buildRival, removeRival } from './rival';
import { ask, dist, headersOf, startService } from './service';
import { searchSpeed } from './speed';

const print = (text: string) => process.stdout.write(`${text}\n`);
const file = process.env['BENCH_COLLECTION'];
const collection = file === undefined ? undefined : readCollection(file);

const row = (set: string, name: string, { ndcg, recallAt10, recallAt5, mrr, empty }: Quality) =>
  print(
    `| ${set} | ${name} | ${[ndcg, recallAt10, recallAt5, mrr].map((value) => value.toFixed(3)).join(' | ')} | ${empty} |`,
  );

/** Puts the collection beside the demo workspace of an empty service, and asks all questions. */
async function judge(name: string, kinds: readonly string[], env: Record<string, string>, build = dist) {
  const service = await startService(
    { ...env, DEMO_BLOCKS: String(DEMO_BLOCKS), ADMIN_EMAILS: EMAIL },
    build,
  );
  try {
    const person = headersOf(EMAIL);
    const demo = await demoSets(service.url);
    const sets = [...(collection ? [await fillCollection(service.url, collection)] : []), ...demo];
    for (const { name: set, scope, questions } of sets) {
      for (const kind of kinds) {
        const quality = await qualityOf(questions, async (text) => {
          const query = `limit=10&${scope}&query=${encodeURIComponent(text)}`;
          const url = `${service.url}/memory-blocks/search/${kind}?${query}`;
          return (await ask<{ id: string }[]>('GET', url, person)).map(({ id }) => id);
        });
        row(set, `${name}, ${kind}`, quality);
      }
    }
    return sets;
  } finally {
    await service.stop();
  }
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
    await judgeByBm25(await judge('embedded', kinds, { DATA_DIR: path.join(folder, 'embedded') }));
  if (databases) await databases.withEmpty((url) => judge('PostgreSQL', kinds, { DATABASE_URL: url }));
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
      plans.push(`${size} memories, a word of half of them:\n\`\`\`\n${speed.plan}\n\`\`\``);
    }
    print(`\n${plans.join('\n\n')}`);
  }
} finally {
  await databases?.stop();
  rmSync(folder, { recursive: true, force: true });
}
