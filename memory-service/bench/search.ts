/** `pnpm bench:search`: how good the ranked search is on a judged collection, on each engine; prints Markdown. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bm25 } from './bm25';
import { qualityOf } from './quality';
import type { Judged, Quality } from './quality';
import { ask, headersOf, startService } from './service';

/** A collection as `{ documents: [{ id, title, text }], queries: [{ text, relevant: [id] }] }`. */
interface Collection {
  documents: { id: number; title: string; text: string }[];
  queries: { id: number; text: string; relevant: number[] }[];
}

const EMAIL = 'bench@localhost';
const print = (text: string) => process.stdout.write(`${text}\n`);
const row = (name: string, { ndcg, recallAt10, recallAt5, mrr, empty }: Quality) =>
  print(
    `| ${name} | ${[ndcg, recallAt10, recallAt5, mrr].map((value) => value.toFixed(3)).join(' | ')} | ${empty} |`,
  );

/** Stores the texts as memories of a person's own workspace; answers the memory of each document. */
async function fill(url: string, person: Record<string, string>, { documents }: Collection) {
  const { agent_id: agent } = await ask<{ agent_id: string }>(
    'POST',
    `${url}/agents/?scope=personal`,
    person,
    {
      agent_name: `bench ${Date.now()}`,
    },
  );
  const ids = new Map<number, string>();
  for (const { id, title, text } of documents) {
    const content = text.startsWith(title) ? text : `${title}\n${text}`;
    const block = { agent_id: agent, conversation_id: randomUUID(), content: content || '-' };
    ids.set(
      id,
      (await ask<{ id: string }>('POST', `${url}/memory-blocks/?scope=personal`, person, block)).id,
    );
  }
  return ids;
}

async function bench(engine: string, env: Record<string, string>, collection: Collection): Promise<void> {
  const service = await startService({ ...env, DEMO_BLOCKS: '0', ADMIN_EMAILS: EMAIL });
  try {
    const person = headersOf(EMAIL);
    const ids = await fill(service.url, person, collection);
    const questions: Judged[] = collection.queries.map(({ text, relevant }) => ({
      text,
      relevant: relevant.flatMap((id) => ids.get(id) ?? []),
    }));
    for (const kind of ['fulltext', 'hybrid']) {
      const quality = await qualityOf(questions, async (text) => {
        const query = encodeURIComponent(text);
        const hits = await ask<{ id: string }[]>(
          'GET',
          `${service.url}/memory-blocks/search/${kind}?limit=10&scope=personal&query=${query}`,
          person,
        );
        return hits.map(({ id }) => id);
      });
      row(`${engine}, ${kind}`, quality);
    }
  } finally {
    await service.stop();
  }
}

const file = process.env['BENCH_COLLECTION'];
if (!file)
  throw new Error(
    'Set BENCH_COLLECTION to a judged collection (memory-service/README.md says in which form).',
  );
const collection = JSON.parse(readFileSync(file, 'utf8')) as Collection;
print(
  `\n| ${collection.documents.length} texts, ${collection.queries.length} questions | nDCG@10 | recall@10 | recall@5 | MRR@10 | empty |`,
);
print('|---|---|---|---|---|---|');
const folder = mkdtempSync(path.join(tmpdir(), 'memory-service-bench-'));
try {
  const rival = bm25(
    collection.documents.map(({ id, title, text }) => ({
      id: String(id),
      text: text.startsWith(title) ? text : `${title} ${text}`,
    })),
  );
  const questions = collection.queries.map(({ text, relevant }) => ({
    text,
    relevant: relevant.map(String),
  }));
  row('BM25 in plain code', await qualityOf(questions, (text) => Promise.resolve(rival(text))));
  const server = process.env['BENCH_DATABASE_URL'];
  if (process.env['BENCH_EMBEDDED'] !== 'no') await bench('embedded', { DATA_DIR: folder }, collection);
  if (server) await bench('PostgreSQL', { DATABASE_URL: server }, collection);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
