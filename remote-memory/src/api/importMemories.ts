/** Stores the memories of an import in few requests with many rows each. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { MAX_IMPORT_ROWS, MAX_PAGE_SIZE, describeError } from '@hindsight/shared-contracts/rules';
import type { Agent } from '../model/agent';
import type { NumberedRow, PlannedImport } from '../model/importPlan';
import { withSuccessor, type NewIds } from '../model/importSuccessors';
import { deleteKeyword } from './keywords';
import { ignoreNotFound, type WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

/** Rows of a single request. */
export interface ImportPart {
  /** Idempotency key: the same on each retry, so the service stores the rows once. */
  key: string;
  rows: readonly NumberedRow[];
  /** Import order, shared by all rows of the part. */
  turn: number;
  /** Stores rows even if the workspace has identical memories. */
  storeEqual: boolean;
}

/** IDs of everything an import created, for an undo. */
export interface ImportedIds {
  memories: string[];
  agents: string[];
  keywords: string[];
}

export interface ImportReport extends ImportedIds {
  /** Memories that were already stored, e.g. by an earlier attempt whose response was lost. */
  present: number;
  refused: { number: number; reason: string }[];
  /** Filled with each stored row: ID in the file to ID in the workspace. */
  ids: Map<string, string>;
}

export const emptyReport = (ids: NewIds): ImportReport => ({
  ids: new Map(ids),
  memories: [],
  agents: [],
  keywords: [],
  present: 0,
  refused: [],
});

/** Maximum characters per request; the service accepts two million bytes. */
const PART_LENGTH = 500_000;
const TOO_LARGE = 413;

/** Splits rows into requests of limited size. @param name of the import, prefix of the idempotency keys. */
export function splitParts(rows: readonly NumberedRow[], storeEqual: boolean, name: string): ImportPart[] {
  const parts: NumberedRow[][] = [];
  let length = 0;
  for (const one of [...rows].sort((a, b) => a.turn - b.turn)) {
    const size = JSON.stringify(one.row).length;
    const last = parts.at(-1);
    const isFull =
      last?.[0]?.turn !== one.turn || last.length === MAX_IMPORT_ROWS || length + size > PART_LENGTH;
    if (!last || isFull) {
      parts.push([one]);
      length = size;
    } else {
      last.push(one);
      length += size;
    }
  }
  return parts.map((part, index) => ({
    key: `${name}.${storeEqual ? 'equal' : 'new'}.${index}`,
    rows: part,
    turn: part[0]?.turn ?? 0,
    storeEqual,
  }));
}

/** Splits a part that is too large into halves. */
function splitInHalf({ key, rows, ...part }: ImportPart): ImportPart[] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)].map((half, index) => ({
    ...part,
    key: `${key}.${index}`,
    rows: half,
  }));
}

/**
 * Stores the rows of one part, creating missing agents and keywords that they name.
 * @param planned `agents` provides the descriptions of new agents.
 * @param report receives the outcome of each row.
 */
export async function importPart(
  context: WriteContext,
  part: ImportPart,
  planned: Pick<PlannedImport, 'agents' | 'masksSecrets'>,
  report: ImportReport,
): Promise<void> {
  const named = new Set(part.rows.map(({ row }) => row.agent_name));
  const body = {
    rows: part.rows.map(({ row }) => withSuccessor(row, report.ids)),
    create_missing: true,
    store_equal: part.storeEqual,
    mask_secrets: planned.masksSecrets,
    agents: planned.agents
      .filter(({ name }) => named.has(name))
      .map(({ name, description }) => ({ agent_name: name, description: description || null })),
  };
  const { api, scope } = context;
  try {
    const answer = await api.call('POST /memory-blocks/bulk-import', {
      body,
      scope,
      idempotencyKey: part.key,
    });
    answer.results.forEach(({ status, memory_block_id: id, error }, index) => {
      const old = part.rows[index]?.id ?? null;
      if (old !== null && id !== null) report.ids.set(old, id);
      if (status === 'created' && id !== null) report.memories.push(id);
      if (status === 'already_there') report.present += 1;
      if (status === 'refused')
        report.refused.push({ number: part.rows[index]?.number ?? 0, reason: error ?? '' });
    });
    report.agents.push(...answer.created_agents.map(({ agent_id }) => agent_id));
    report.keywords.push(...answer.created_keywords.map(({ keyword_id }) => keyword_id));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === TOO_LARGE)) throw error;
    const [row] = part.rows;
    // Report a single oversized row instead of failing the import: no retry would succeed.
    if (part.rows.length === 1 && row) {
      report.refused.push({ number: row.number, reason: describeError(error) });
      return;
    }
    for (const half of splitInHalf(part)) await importPart(context, half, planned, report);
  }
}

/** Names in the file that none of its memories uses. */
export interface UnusedNames {
  agents: readonly Pick<Agent, 'name' | 'description'>[];
  keywords: readonly string[];
}

/** Creates agents and keywords one by one, because there are few. */
export async function createNames(
  { api, scope }: WriteContext,
  { agents, keywords }: UnusedNames,
  report: ImportReport,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, description } of agents) {
    const body = { agent_name: name, description: description || null };
    const create = () => api.call('POST /agents/', { body, scope });
    report.agents.push((await retryOnRateLimit(create, signal)).agent_id);
  }
  for (const keyword_text of keywords) {
    const create = () => api.call('POST /keywords/', { body: { keyword_text }, scope });
    report.keywords.push((await retryOnRateLimit(create, signal)).keyword_id);
  }
}

/** Removes everything an import created, except keywords and agents in use. @returns the number of memories left. */
export async function undoImport(
  context: WriteContext,
  { memories, agents, keywords }: ImportedIds,
): Promise<number> {
  const { api, scope } = context;
  const { signal } = new AbortController();
  let failed = 0;
  for (let first = 0; first < memories.length; first += MAX_PAGE_SIZE) {
    const body = { memory_block_ids: memories.slice(first, first + MAX_PAGE_SIZE) };
    const remove = () => api.call('POST /memory-blocks/bulk-delete', { body, scope });
    failed += (await retryOnRateLimit(remove, signal)).failed_count;
  }
  const used = {
    agents: (await api.call('GET /agents/counts', { scope })).counts,
    keywords: (await api.call('GET /keywords/counts', { scope })).counts,
  };
  for (const id of keywords) {
    if (used.keywords.some(({ keyword_id, count }) => keyword_id === id && count > 0)) continue;
    await retryOnRateLimit(() => deleteKeyword(context, id), signal);
  }
  for (const id of agents) {
    if (
      used.agents.some(({ agent_id, count, archived_count }) => agent_id === id && count + archived_count > 0)
    )
      continue;
    const remove = () => ignoreNotFound(api.call('DELETE /agents/{id}', { params: { id }, scope }));
    await retryOnRateLimit(remove, signal);
  }
  return failed;
}
