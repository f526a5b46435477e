/**
 * Ranked searches. The public service's own ones answer with memories of every workspace, so the list of the active one is searched
 * instead: for all words by the longest of them. The answer says `basic`, as ours does when it falls back.
 */
import type { CallAnswer, CallInput } from '../api/client/types';
import { RECALL_LIMIT } from '../rules/limits';
import { assertCommonFilters } from './filters';
import { cut } from './rows';
import type { Handlers, Service } from './service';

type Key = `GET /memory-blocks/search/${'fulltext' | 'semantic' | 'hybrid'}`;
type Hits = CallAnswer<'GET /memory-blocks/search/fulltext'>;

async function searchList(service: Service, { query = {}, scope, signal }: CallInput<Key>): Promise<Hits> {
  assertCommonFilters(query);
  const words = (query.query ?? '').toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  const { agent_id, conversation_id } = query;
  const page = await service.ask('GET /memory-blocks/', {
    query: { search_query: longest, agent_id, conversation_id, limit: 1000 },
    scope,
    signal,
  });
  const hits = page.items.filter((row) => {
    const text = [row.content, row.lessons_learned, row.errors].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return cut(hits, query, 50).map((row, index) => ({
    ...row,
    search_score: 1 - index / (hits.length + 1),
    search_type: 'basic',
    rank_explanation: null,
    score_components: {},
  }));
}

/** What an agent gets, as far as it is known: not the text that it reads, and not what is archived. */
async function recall(
  service: Service,
  { query, scope, signal }: CallInput<'GET /memory-blocks/search/recall'>,
): Promise<CallAnswer<'GET /memory-blocks/search/recall'>> {
  const { query: text, agent_id, conversation_id, limit = RECALL_LIMIT } = query ?? { query: '' };
  const started = performance.now();
  const rows = await searchList(service, {
    query: { query: text, agent_id, conversation_id, limit: 1000 },
    scope,
    signal,
  });
  return {
    hits: rows.slice(0, Number(limit)),
    just_missed: rows.slice(Number(limit), Number(limit) + 5),
    archived: [],
    text: '',
    search_time_ms: performance.now() - started,
  };
}

export const searchHandlers: Handlers = {
  'GET /memory-blocks/search/fulltext': searchList,
  'GET /memory-blocks/search/semantic': searchList,
  'GET /memory-blocks/search/hybrid': searchList,
  'GET /memory-blocks/search/recall': recall,
};
