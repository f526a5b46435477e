/** Stores the memories of an import: few requests, each with many rows. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { MAX_IMPORT_ROWS, MAX_PAGE_SIZE, describeError } from '@hindsight/shared-contracts/rules';
import type { Agent } from '../model/agent';
import type { NumberedRow, PlannedImport } from '../model/importPlan';
import { withSuccessor, type NewIds } from '../model/importSuccessors';
import { deleteKeyword } from './keywords';
import { unlessGone, type WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

/** Rows of one request. */
export interface ImportPart {
  /** The same at each try, so that the service stores its rows once. */
  key: string;
  rows: readonly NumberedRow[];
  /** Of all its rows. */
  turn: number;
  /** Stores them although the workspace has equal ones. */
  storeEqual: boolean;
}

/** What an import created, for an undo. */
export interface ImportedIds {
  memories: string[];
  agents: string[];
  keywords: string[];
}

export interface ImportReport extends ImportedIds {
  /** How many were stored already, e.g. by an earlier try whose answer was lost. */
  present: number;
  refused: { number: number; reason: string }[];
  /** Grows with each row that is stored. */
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

/** Characters of one request; the service takes two million bytes. */
const PART_LENGTH = 500_000;
const TOO_LARGE = 413;

/** Cuts rows into requests of limited size. @param name of the import, for the keys. */
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

/** The halves of a part that was too large. */
function splitInHalf({ key, rows, ...part }: ImportPart): ImportPart[] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)].map((half, index) => ({
    ...part,
    key: `${key}.${index}`,
    rows: half,
  }));
}

/**
 * Stores the rows of one part, with the agents and keywords that they name.
 * @param planned `agents` describes those that are created.
 * @param report gets what became of each row.
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
    // A row that is too large alone holds up no other: it would be refused at each try.
    if (part.rows.length === 1 && row) {
      report.refused.push({ number: row.number, reason: describeError(error) });
      return;
    }
    for (const half of splitInHalf(part)) await importPart(context, half, planned, report);
  }
}

/** Names of the file that no memory of it has. */
export interface UnusedNames {
  agents: readonly Pick<Agent, 'name' | 'description'>[];
  keywords: readonly string[];
}

/** Creates them one by one: they are few. */
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

/** Removes what an import created; keywords and agents that are in use by now stay. @returns how many memories stay. */
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
    const remove = () => unlessGone(api.call('DELETE /agents/{id}', { params: { id }, scope }));
    await retryOnRateLimit(remove, signal);
  }
  return failed;
}
