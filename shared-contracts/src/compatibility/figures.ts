/** Counts and sums that another service does not make: taken from its memory blocks. */
import type { CallAnswer } from '../api/client/types';
import { everyBlock, everyRow, pageOf, type Block } from './rows';
import type { Handlers } from './service';

const DAY_MS = 24 * 60 * 60 * 1000;
const SERIES_DAYS = 90;
const TOP = { conversations: 10, keywords: 50 } as const;

function groupBy<K, T>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Null when none has feedback. */
function mean(rows: readonly Block[]): number | null {
  const scores = rows.map(({ feedback_score: score }) => score).filter((score) => score !== null);
  return scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null;
}
const retrievals = (rows: readonly Block[]) => rows.reduce((sum, row) => sum + row.retrieval_count, 0);
const newest = (rows: readonly Block[]) =>
  rows.reduce((latest, { created_at }) => (created_at > latest ? created_at : latest), '');
const mostFirst = <K, T>(groups: Map<K, T[]>) => [...groups].sort(([, a], [, b]) => b.length - a.length);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function perDay(rows: readonly Block[], now: number) {
  const days = groupBy(rows, ({ created_at }) => created_at.slice(0, 10));
  return Array.from({ length: SERIES_DAYS }, (_, index) => {
    const date = dayOf(now - (SERIES_DAYS - 1 - index) * DAY_MS);
    return { date, count: days.get(date)?.length ?? 0 };
  });
}

/** Each keyword with the blocks that are linked to it. */
function byKeyword(rows: readonly Block[]) {
  const links = rows.flatMap((block) => block.keywords.map((keyword) => ({ keyword, block })));
  return groupBy(links, ({ keyword }) => keyword.keyword_id);
}

function summaryOf(
  rows: readonly Block[],
  totals: Pick<
    CallAnswer<'GET /analytics/summary'>['totals'],
    'archived_blocks' | 'conversations' | 'keywords'
  >,
  agents: ReadonlyMap<string, string>,
): CallAnswer<'GET /analytics/summary'> {
  const now = Date.now();
  const scores = (from: number, below: number) =>
    rows.filter(({ feedback_score: score }) => score !== null && score >= from && score < below).length;
  return {
    totals: {
      ...totals,
      memory_blocks: rows.length,
      agents: agents.size,
      retrievals: retrievals(rows),
      average_feedback_score: mean(rows),
    },
    agents: mostFirst(groupBy(rows, ({ agent_id }) => agent_id)).map(([agent_id, own]) => ({
      agent_id,
      agent_name: agents.get(agent_id) ?? '',
      memory_block_count: own.length,
      average_feedback_score: mean(own),
      retrievals: retrievals(own),
    })),
    top_conversations: mostFirst(groupBy(rows, ({ conversation_id }) => conversation_id))
      .slice(0, TOP.conversations)
      .map(([conversation_id, own]) => ({
        conversation_id,
        memory_block_count: own.length,
        last_activity: newest(own),
      })),
    created_per_day: perDay(rows, now),
    feedback: { high: scores(80, 101), medium: scores(60, 80), low: scores(0, 60) },
    keywords: mostFirst(byKeyword(rows))
      .slice(0, TOP.keywords)
      .map(([keyword_id, links]) => ({
        keyword_id,
        keyword_text: links[0]?.keyword.keyword_text ?? '',
        usage_count: links.length,
      })),
    generated_at: new Date(now).toISOString(),
  };
}

export const figureHandlers: Handlers = {
  async 'GET /agents/counts'(service, options) {
    const [active, archived] = await Promise.all([
      everyBlock(service, options),
      everyBlock(service, options, 'GET /memory-blocks/archived/'),
    ]);
    const [own, away] = [active, archived].map((rows) => groupBy(rows, ({ agent_id }) => agent_id));
    const ids = new Set([...(own?.keys() ?? []), ...(away?.keys() ?? [])]);
    const counts = [...ids].map((agent_id) => {
      const rows = own?.get(agent_id) ?? [];
      const archived_count = away?.get(agent_id)?.length ?? 0;
      return { agent_id, count: rows.length, archived_count, last_activity: newest(rows) || null };
    });
    return { counts };
  },

  async 'GET /keywords/counts'(service, options) {
    const groups = byKeyword(await everyBlock(service, options));
    return { counts: [...groups].map(([keyword_id, links]) => ({ keyword_id, count: links.length })) };
  },

  async 'GET /analytics/summary'(service, { scope, signal }) {
    const options = { scope, signal };
    const [rows, archived, conversations, agents, keywords] = await Promise.all([
      everyBlock(service, options),
      service.ask('GET /memory-blocks/archived/', { ...options, query: { limit: 1 } }),
      service.ask('GET /conversations/count', options),
      everyRow(async (skip, limit) => {
        return (await service.ask('GET /agents/', { ...options, query: { skip, limit } })).items;
      }),
      everyRow((skip, limit) => service.ask('GET /keywords/', { ...options, query: { skip, limit } })),
    ]);
    return summaryOf(
      rows,
      {
        archived_blocks: archived.total_items,
        conversations: conversations.count,
        keywords: keywords.length,
      },
      new Map(agents.map(({ agent_id, agent_name }) => [agent_id, agent_name])),
    );
  },

  /** When a block was last retrieved is not known: one that was retrieved counts by its last change. */
  async 'GET /analytics/unused'(service, { query, scope, signal }) {
    const before = Date.now() - Number(query.days ?? 90) * DAY_MS;
    const isUnused = ({ retrieval_count, updated_at }: Block) =>
      query.kind === 'never' ? retrieval_count === 0 : retrieval_count > 0 && Date.parse(updated_at) < before;
    const rows = (await everyBlock(service, { scope, signal })).filter(isUnused).reverse();
    return pageOf(
      rows.map((row) => ({ ...row, last_retrieved_at: null })),
      query,
      12,
    );
  },
};
