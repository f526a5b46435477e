/** An import in front of a service without that call: row by row. What such a service keeps no field for is refused or left out. */
import type { CallInput } from '../api/client/types';
import type { ImportResult, ImportRow } from '../api/importBlocks';
import { reasonOf } from '../rules/reasonOf';
import { randomUuid } from '../rules/ids';
import { everyBlock, everyRow } from './rows';
import type { Handlers, Service } from './service';

const KEY = 'POST /memory-blocks/bulk-import';
type Input = CallInput<typeof KEY>;

const keyOf = (text: string) => text.trim().toLowerCase();
const textsOf = (row: { content: string; lessons_learned?: string | null; errors?: string | null }) =>
  JSON.stringify([row.content, row.lessons_learned, row.errors].map((text) => (text ?? '').trim()));

/** Finds things by their name, and creates those that are missing; each once. */
function namesOf(known: Map<string, string>, create: (name: string) => Promise<string>) {
  const created: { id: string; name: string }[] = [];
  return {
    created,
    async idOf(name: string): Promise<string> {
      const existing = known.get(keyOf(name));
      if (existing !== undefined) return existing;
      const id = await create(name);
      known.set(keyOf(name), id);
      created.push({ id, name });
      return id;
    },
  };
}

async function agentsOf(service: Service, { scope, signal }: Input) {
  const rows = await everyRow(async (skip, limit) => {
    const { items } = await service.ask('GET /agents/', { query: { skip, limit }, scope, signal });
    return items;
  });
  return namesOf(new Map(rows.map((row) => [keyOf(row.agent_name), row.agent_id])), async (agent_name) => {
    return (await service.ask('POST /agents/', { body: { agent_name }, scope })).agent_id;
  });
}

async function keywordsOf(service: Service, { scope, signal }: Input) {
  const rows = await everyRow((skip, limit) =>
    service.ask('GET /keywords/', { query: { skip, limit }, scope, signal }),
  );
  return namesOf(
    new Map(rows.map((row) => [keyOf(row.keyword_text), row.keyword_id])),
    async (keyword_text) => {
      return (await service.ask('POST /keywords/', { body: { keyword_text }, scope })).keyword_id;
    },
  );
}

const result = (rest: Partial<ImportResult>): ImportResult => ({
  status: 'created',
  memory_block_id: null,
  error: null,
  missing_agent: null,
  missing_keywords: [],
  ...rest,
});

export const importHandlers: Handlers = {
  async [KEY](service, input) {
    const { body, scope } = input;
    const agents = await agentsOf(service, input);
    const keywords = await keywordsOf(service, input);
    const present = new Map<string, string>();
    if (!body.store_equal)
      for (const block of await everyBlock(service, input)) present.set(textsOf(block), block.id);
    const conversation = randomUuid();

    async function store(row: ImportRow): Promise<ImportResult> {
      const equal = present.get(textsOf(row));
      if (equal !== undefined) return result({ status: 'already_there', memory_block_id: equal });
      const agent_id = row.agent_name ? await agents.idOf(row.agent_name) : (row.agent_id ?? '');
      const block = await service.ask('POST /memory-blocks/', {
        body: {
          agent_id,
          conversation_id: row.conversation_id ?? conversation,
          content: row.content,
          lessons_learned: row.lessons_learned,
          errors: row.errors,
          metadata_col: row.metadata_col,
          feedback_score: row.feedback_score ?? 0,
        },
        scope,
      });
      for (const text of row.keywords ?? []) {
        const keyword_id = await keywords.idOf(text);
        if (block.keywords.some((linked) => linked.keyword_id === keyword_id)) continue;
        const params = { id: block.id, keyword_id };
        await service.ask('POST /memory-blocks/{id}/keywords/{keyword_id}', { params, scope });
      }
      if (row.archived)
        await service.ask('POST /memory-blocks/{id}/archive', { params: { id: block.id }, scope });
      return result({ memory_block_id: block.id });
    }

    const results: ImportResult[] = [];
    for (const row of body.rows as ImportRow[]) {
      const failed = (error: unknown) => result({ status: 'refused', error: reasonOf(error) });
      results.push(await store(row).catch(failed));
    }
    const count = (status: ImportResult['status']) => results.filter((one) => one.status === status).length;
    return {
      results,
      created_count: count('created'),
      already_there_count: count('already_there'),
      refused_count: count('refused'),
      created_agents: agents.created.map(({ id, name }) => ({ agent_id: id, agent_name: name })),
      created_keywords: keywords.created.map(({ id, name }) => ({ keyword_id: id, keyword_text: name })),
    };
  },
};
