/** Reads consolidation suggestions whose originals are all within the caller's reach. */
import { and, asc, count, desc, eq, gte, lte, or, sql } from 'drizzle-orm';
import type { ConsolidationStatus, ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { requireAnswerable } from '../../memory';
import { allConditions, contains, rowsAllowed } from '../../../platform/database/conditions';
import { NOT_SNOOZED } from '../../proposals';
import { isUnusable } from './consolidation';
import type { SuggestionRow } from './consolidation';
import type { Handle } from '../../../platform/database/database';
import { memoryBlocks } from '../../../schema/memory';
import { proposals } from '../../../schema/proposals';
import { wireTime } from '../../../platform/http/wire';
import { onTenants } from '../../../platform/database/tenants';

export interface SuggestionListOptions {
  rows: RowFilter;
  skip: number;
  limit: number;
  status: ConsolidationStatus | undefined;
  groupId: string | undefined;
  createdFrom: Date | undefined;
  createdTo: Date | undefined;
  search: string | undefined;
  sortBy: 'created_at' | 'status';
  descending: boolean;
}

const sortColumns = { created_at: proposals.createdAt, status: proposals.state };

/** The states by their names in the API. */
const STATES = { pending: 'pending', validated: 'accepted', rejected: 'rejected' } as const;
export const STATUSES = { pending: 'pending', accepted: 'validated', rejected: 'rejected' } as const;

/** The suggestion's own scope narrows by index; the originals decide: one out of reach hides the suggestion. */
export function withinReach(rows: RowFilter) {
  const outside = sql`(memory_blocks.id is null or not ${rowsAllowed(memoryBlocks, rows)})`;
  return and(
    rowsAllowed(proposals, rows),
    sql`cardinality(proposals.memory_block_ids) > 0`,
    sql`not exists (
      select 1 from unnest(proposals.memory_block_ids) as original(id)
      left join memory_blocks on memory_blocks.id = original.id and ${onTenants(rows)('memory_blocks.tenant_id')}
      where ${outside}
    )`,
  );
}

const BYTES = sql`octet_length(proposals.content) + octet_length(proposals.lessons_learned)`;

/** One page and the exact number of all matching rows. */
export async function listSuggestions(
  handle: Handle,
  options: SuggestionListOptions,
): Promise<{ items: ConsolidationSuggestion[]; total: number }> {
  const table = proposals;
  const text = options.search?.trim();
  const condition = allConditions(
    eq(table.kind, 'consolidation'),
    withinReach(options.rows),
    // Unusable suggestions are not pending, here and in the review inbox.
    sql`(state <> 'pending' or (not ${isUnusable(onTenants(options.rows))} and ${NOT_SNOOZED}))`,
    options.status ? eq(table.state, STATES[options.status]) : undefined,
    options.groupId ? eq(table.groupId, options.groupId) : undefined,
    options.createdFrom ? gte(table.createdAt, options.createdFrom.toISOString()) : undefined,
    options.createdTo ? lte(table.createdAt, options.createdTo.toISOString()) : undefined,
    text
      ? or(
          contains(table.content, text),
          contains(table.lessonsLearned, text),
          contains(sql`array_to_string(proposals.keywords, ' ')`, text),
          contains(sql`proposals.id::text`, text),
        )
      : undefined,
  );
  const [counted] = await handle.select({ total: count() }).from(table).where(condition);
  const order = options.descending ? desc : asc;
  const place = [order(sortColumns[options.sortBy]), order(table.id)] as const;
  await requireAnswerable(
    handle,
    options.limit,
    sql`select ${BYTES} as bytes from ${table} where ${condition} order by ${place[0]}, ${place[1]}
      limit ${options.limit} offset ${options.skip}`,
  );
  const rows = await handle
    .select()
    .from(table)
    .where(condition)
    .orderBy(...place)
    .limit(options.limit)
    .offset(options.skip);
  return { items: rows.map(suggestionToWire), total: counted?.total ?? 0 };
}

/** The model's sources of the sentences: three numbers each, start, length and index of the original. */
export const buildSources = ({ places }: Pick<SuggestionRow, 'places'>): ConsolidationSuggestion['sources'] =>
  places?.flatMap((start, at) =>
    at % 3 === 0 ? [{ start, length: places[at + 1] ?? 0, original: places[at + 2] ?? 0 }] : [],
  );

/** The suggestion in wire format. */
export function suggestionToWire(row: SuggestionRow): ConsolidationSuggestion {
  return {
    suggestion_id: row.id,
    group_id: row.groupId ?? row.id,
    suggested_content: row.content ?? '',
    suggested_lessons_learned: row.lessonsLearned ?? '',
    suggested_keywords: row.keywords,
    original_memory_ids: row.memoryBlockIds,
    status: STATUSES[row.state],
    generated_by: row.generatedBy,
    sources: buildSources(row) ?? null,
    merged_memory_id: row.resultId,
    timestamp: wireTime(row.createdAt),
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
  };
}
