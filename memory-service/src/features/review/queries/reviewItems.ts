/** Pending review items of every kind, and the history of decisions. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ReviewDecision, ReviewItem, ReviewKind, ReviewVerdict } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../../../platform/auth/rules/permissions';
import { allConditions, rowsAllowed } from '../../../platform/database/conditions';
import { OF_ITS_PAIR, isUnusable, withinReach, PAIR_CURRENT, loadEffectiveDates } from '../../curation';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { proposals } from '../../../schema/proposals';
import { secretFindings } from '../../../schema/secrets';
import { READ_FOR_TITLE, deriveTitle } from '../../memory';
import { CURRENT, OF_ITS_BLOCK, PENDING } from '../../proposals';
import { wireTime } from '../../../platform/http/wire';
import { hideSecrets } from '../../../platform/secretScanning/replaceSecrets';
import type { Ground } from '../../../schema/proposals';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { onTenants } from '../../../platform/database/tenants';

export interface ReviewListOptions {
  rows: RowFilter;
  /** Undefined: all kinds. */
  kinds: readonly ReviewKind[] | undefined;
  /** Secret findings are only visible to people, not to agents. */
  withSecrets: boolean;
  after: (Place & { isSecret: boolean }) | undefined;
  skip: number;
  limit: number;
}

/** Explanation of a contradiction in the inbox. */
const GROUNDS: Readonly<Record<Ground, string>> = {
  negation: 'They say opposite things.',
  value: 'They name different values for the same thing.',
  choice: 'They name different choices for the same thing.',
  replaced: 'The newer one says that something in the older one is no longer used.',
};

/** Union of all pending items: proposals about one, two or more memories, and found secrets. */
function pendingColumns(rows: RowFilter, withSecrets: boolean): SQL {
  const here = onTenants(rows);
  const start = sql`left(memory_blocks.content, ${READ_FOR_TITLE})`;
  const parts = [
    sql`select kind, id, created_at, memory_block_ids as ids, '' as reason,
        left(content, ${READ_FOR_TITLE}) as text, keywords, generated_by, places
      from proposals where kind = 'consolidation' and ${allConditions(PENDING, withinReach(rows), sql`not ${isUnusable(here)}`)}`,
    sql`select kind, proposals.id, proposals.created_at, memory_block_ids as ids,
        case when kind <> 'feedback' then reason else coalesce((
          select concat_ws(': ', problem, nullif(details, '')) from memory_block_feedback as given
            where given.memory_block_id = memory_blocks.id and ${here('given.tenant_id')}
            and feedback_type = 'negative' order by given.created_at desc, given.id limit 1), '') end as reason,
        ${start} as text, keywords, generated_by, places
      from proposals join ${readableBlocks} on ${OF_ITS_BLOCK} and ${here('memory_blocks.tenant_id')}
      where kind not in ('consolidation', 'contradiction') and ${allConditions(PENDING, rowsAllowed(proposals, rows), CURRENT)}`,
    sql`select kind, proposals.id, proposals.created_at, memory_block_ids as ids, ground as reason,
        left(newer.content, ${READ_FOR_TITLE}) as text, keywords, generated_by, places
      from proposals, readable_memory_blocks as older, readable_memory_blocks as newer
      where kind = 'contradiction' and ${allConditions(PENDING, rowsAllowed(proposals, rows), OF_ITS_PAIR, here('older.tenant_id'), here('newer.tenant_id'), PAIR_CURRENT)}`,
    // Includes archived memories: their text is still stored.
    sql`select 'secret' as kind, secret_findings.id, secret_findings.created_at, array[memory_block_id] as ids, kind as reason,
        ${start} as text, '{}'::text[] as keywords, null as generated_by, null::int[] as places
      from secret_findings join ${readableBlocks} on memory_blocks.id = memory_block_id and ${here('memory_blocks.tenant_id')}
      where state = 'open' and ${rowsAllowed(secretFindings, rows)}`,
  ];
  return sql.join(withSecrets ? parts : parts.slice(0, -1), sql` union all `);
}

type ItemRow = Pick<ReviewItem, 'kind' | 'id' | 'reason' | 'keywords' | 'generated_by'> & {
  created_at: string;
  ids: string[];
  text: string;
  /** Start and length of the conflicting sentence in each memory. */
  places: [number, number, number, number] | null;
};

/** One page, secrets first, then newest first, and the number of items per kind. */
export async function listReviewItems(
  handle: Handle,
  { rows, kinds, withSecrets, after, skip, limit }: ReviewListOptions,
): Promise<{ items: ReviewItem[]; counts: Partial<Record<ReviewKind, number>> }> {
  const items = pendingColumns(rows, withSecrets);
  const counted = await handle.execute<{ kind: ReviewKind; count: number }>(
    sql`select kind, count(*)::int as count from (${items}) as item group by kind`,
  );
  const found = await handle.execute<ItemRow & Record<string, unknown>>(sql`
    select kind, id, created_at::text, ids::text[], reason, text, keywords, generated_by, places from (${items}) as item
    where ${allConditions(
      kinds && sql`kind = any (${`{${kinds.join(',')}}`}::text[])`,
      after &&
        sql`(kind = 'secret', created_at, id) < (${after.isSecret}::boolean, ${after.key}::timestamptz, ${after.id}::uuid)`,
    )}
    order by kind = 'secret' desc, created_at desc, id desc limit ${limit} offset ${skip}`);
  const pairs = found.rows.filter((row) => row.kind === 'contradiction');
  const effectiveDates = await loadEffectiveDates(
    handle,
    pairs.flatMap(({ ids }) => ids),
  );
  return {
    items: await Promise.all(
      found.rows.map(async ({ kind: itemKind, id, reason, text, keywords, ids, places, ...row }) => ({
        kind: itemKind,
        id,
        title: await deriveTitle(text),
        reason: itemKind === 'contradiction' ? GROUNDS[reason as Ground] : await hideSecrets(reason),
        memory_block_ids: ids,
        ...(places && {
          said_at: ids.flatMap((block) => effectiveDates.get(block) ?? []),
          sentences: [
            { from: places[0], length: places[1] },
            { from: places[2], length: places[3] },
          ],
        }),
        keywords: await hideSecrets(keywords),
        generated_by: row.generated_by,
        created_at: wireTime(row.created_at),
      })),
    ),
    counts: Object.fromEntries(counted.rows.map(({ kind: name, count }) => [name, count])),
  };
}

/** Audit actions that decide an item, and their verdicts. */
const ACTIONS: Readonly<Record<string, ReviewVerdict>> = {
  consolidation_validate: 'accept',
  consolidation_reject: 'reject',
  consolidation_reopen: 'reopen',
  review_accept: 'accept',
  review_reject: 'reject',
  review_reopen: 'reopen',
};

const classifyKind = (target: string): ReviewKind =>
  target === 'consolidation_suggestion' ? 'consolidation' : (target.replace('review_', '') as ReviewKind);

interface DecisionRow extends Record<string, unknown> {
  id: string;
  action: string;
  target: string;
  item_id: string;
  ids: string[];
  kept: 'newer' | 'older' | null;
  actor_name: string;
  decided_at: string;
  is_newest: boolean;
  total: number;
}

/**
 * One page of decisions in a workspace, newest first. Call it as the service: the audit trail is for managers only, but anyone who can read
 * the workspace may see decisions.
 */
export async function listDecisions(
  handle: Handle,
  place: Ownership,
  page: { after: Place | undefined; skip: number; limit: number },
): Promise<{ items: Omit<ReviewDecision, 'title'>[]; total: number }> {
  const { rows } = await handle.execute<DecisionRow>(sql`
    with decided as (
      select audits.*, row_number() over (partition by target_id order by audits.created_at desc, audits.id) = 1 as is_newest
      from audits where action_type in ${Object.keys(ACTIONS)}
        and organization_id is not distinct from ${place.organizationId}::uuid
        and (organization_id is not null or actor_user_id = ${place.ownerUserId}::uuid)
    )
    select * from (select decided.id, action_type as action, target_type as target, target_id as item_id, is_newest,
      coalesce(proposals.memory_block_ids::text[], array[metadata->>'memory_block_id']) as ids, metadata->>'kept' as kept,
      coalesce(nullif(users.display_name, ''), users.email, 'Former member') as actor_name,
      decided.created_at::text as decided_at, decided.created_at, (count(*) over ())::int as total
    from decided left join users on users.id = decided.actor_user_id
    left join proposals on proposals.id = decided.target_id and proposals.kind = 'consolidation') as decision
    where ${allConditions(afterPlace(page.after, sql`created_at`, sql`id`))}
    order by created_at desc, id desc limit ${page.limit} offset ${page.skip}`);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map((row) => {
      const kind = classifyKind(row.target);
      const verdict = ACTIONS[row.action] ?? 'accept';
      return {
        id: row.id,
        kind,
        item_id: row.item_id,
        verdict,
        memory_block_ids: row.ids.filter((id) => id !== null),
        actor_name: row.actor_name,
        decided_at: wireTime(row.decided_at),
        ...(row.kept && { kept: row.kept }),
        // A masked secret cannot be restored.
        may_reopen: row.is_newest && verdict !== 'reopen' && !(kind === 'secret' && verdict === 'accept'),
      };
    }),
  };
}
