/** Bulk work in front of a service without jobs and without some of the bulk calls. */
import type { CallAnswer, CallInput, CallKey } from '../api/client/types';
import type { ActiveScope } from '../events/scope';
import { reasonOf } from '../rules/reasonOf';
import { createLocalJobs } from './localJobs';
import { eachOf, pageOf } from './rows';
import type { Handlers, Service } from './service';

/** Memory blocks of one call: few enough for the progress to be seen. */
const KEYWORDS_AT_ONCE = 10;

const inParts = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, part) =>
    ids.slice(part * size, (part + 1) * size),
  );

type BulkKey = Extract<CallKey, `POST /memory-blocks/bulk-${'archive' | 'delete'}`>;

/** The same change of many blocks, block by block. */
async function blockByBlock(
  { body, scope, signal }: CallInput<BulkKey>,
  change: (id: string, options: { scope?: ActiveScope | false; signal?: AbortSignal }) => Promise<unknown>,
): Promise<CallAnswer<BulkKey>> {
  const ids = [...new Set(body.memory_block_ids)];
  const errors = new Map<string, string>();
  await eachOf(ids, async (id) => {
    signal?.throwIfAborted();
    await change(id, { scope, signal }).catch((error: unknown) => errors.set(id, reasonOf(error)));
  });
  return {
    results: ids.map((memory_block_id) => {
      const error = errors.get(memory_block_id);
      return { memory_block_id, success: error === undefined, ...(error !== undefined && { error }) };
    }),
    successful_count: ids.length - errors.size,
    failed_count: errors.size,
    total_processed: ids.length,
    message: '',
  };
}

/** Ids of the pending consolidation suggestions: those that are there only afterwards are what a search has found. */
async function pendingSuggestions(service: Service, scope?: ActiveScope | false): Promise<Set<string>> {
  const query = { status: 'pending', limit: 1000 } as const;
  const { items } = await service.ask('GET /consolidation-suggestions/', { query, scope });
  return new Set(items.map(({ suggestion_id }) => suggestion_id));
}

/** @returns the handlers of one page, which share its jobs. */
export function createBulkHandlers(): Handlers {
  const jobs = createLocalJobs();
  return {
    'GET /jobs/': async (_, { query }) => pageOf(jobs.list(String(query?.active) === 'true'), query, 50),
    'GET /jobs/{id}': async (_, { params }) => jobs.get(params.id),
    'POST /jobs/{id}/cancel': async (_, { params }) => jobs.cancel(params.id),

    'POST /memory-blocks/bulk-archive': (service, input) =>
      blockByBlock(input, (id, options) =>
        service.ask('POST /memory-blocks/{id}/archive', { params: { id }, ...options }),
      ),
    'POST /memory-blocks/bulk-delete': (service, input) =>
      blockByBlock(input, (id, options) =>
        service.ask('DELETE /memory-blocks/{id}/hard-delete', { params: { id }, ...options }),
      ),

    async 'POST /memory-blocks/bulk-compact'(service, input) {
      const { memory_block_ids, run_id, ...settings } = input.body;
      const key = 'POST /memory-blocks/bulk-compact';
      const run = (ids: readonly string[]) =>
        service.ask(key, { scope: input.scope, body: { ...settings, memory_block_ids: [...ids] } });
      if (!input.respondAsync) return run(memory_block_ids);
      const { user_instructions = '', max_concurrent = 1 } = settings;
      return jobs.start({
        kind: 'bulk_compaction',
        runId: run_id,
        settings: { user_instructions, max_concurrent },
        parts: inParts(memory_block_ids, Math.max(max_concurrent, 1)),
        run: async (ids) => (await run(ids)).results,
      }) as never;
    },

    async 'POST /memory-blocks/bulk-generate-keywords'(service, input) {
      const { memory_block_ids, run_id } = input.body;
      const key = 'POST /memory-blocks/bulk-generate-keywords';
      const run = (ids: readonly string[]) =>
        service.ask(key, { scope: input.scope, body: { memory_block_ids: [...ids] } });
      if (!input.respondAsync) return run(memory_block_ids);
      return jobs.start({
        kind: 'bulk_keywords',
        runId: run_id,
        parts: inParts(memory_block_ids, KEYWORDS_AT_ONCE),
        run: async (ids) => (await run(ids)).suggestions,
      }) as never;
    },

    async 'POST /consolidation/trigger/'(service, { scope, respondAsync }) {
      const trigger = () => service.ask('POST /consolidation/trigger/', { scope });
      if (!respondAsync) return trigger();
      return jobs.start({
        kind: 'consolidation',
        runId: null,
        parts: [[]],
        async run() {
          const before = await pendingSuggestions(service, scope);
          await trigger();
          const after = await pendingSuggestions(service, scope);
          return [...after].filter((id) => !before.has(id)).map((suggestion_id) => ({ suggestion_id }));
        },
      }) as never;
    },
  };
}
