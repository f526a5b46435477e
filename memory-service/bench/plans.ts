/** The plans that the database chooses for the queries of the table, with the time that they really took. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../src/domain/permissions';
import type { Database } from '../src/storage/database';
import { endpoints } from '@hindsight/shared-contracts/api';
import { narrowingOf } from '../src/http/narrowing';
import { pageRows } from '../src/storage/blockPages';
import { BLOCK_COLUMNS } from '../src/storage/blockRows';
import { readableBlocks } from '../src/storage/readable';
import { planCandidates, weighTerms } from '../src/domain/ranking';
import { rankedStatement } from '../src/storage/rankedSearch';
import { queryTerms } from '../src/storage/searchTerms';
import { blockContains } from '../src/storage/searchText';

/** As a superadmin: under the policies, with the widest of their conditions. */
const superadmin = (userId: string) =>
  ({
    kind: 'person',
    userId,
    email: 'bench@localhost',
    displayName: null,
    isSuperadmin: true,
    isBetaAdmin: false,
    betaAccessStatus: 'accepted',
    memberships: [],
  }) as const;

/** The plan of a statement that is carried out for a superadmin. */
async function planOf(database: Database, userId: string, statement: SQL): Promise<string> {
  const plan = await database.read(superadmin(userId), (handle) =>
    handle.execute(sql`explain (analyze, costs off, timing off, summary on) ${statement}`),
  );
  return plan.rows.map((row) => String(row['QUERY PLAN'])).join('\n');
}

/** The plan of a ranked search for one word in the workspace of a person or an organization. */
export async function rankedPlan(
  database: Database,
  tenantId: string,
  rows: RowFilter,
  word: string,
): Promise<string> {
  const statement = await database.read(superadmin(tenantId), async (handle) => {
    const { terms, collection } = await queryTerms(handle, [tenantId], word);
    const weighted = weighTerms(terms, collection);
    return rankedStatement(
      [tenantId],
      { rows, narrowing: {}, includeArchived: false, skip: 0, limit: 12 },
      {
        weighted,
        neighbours: [],
        plan: planCandidates(weighted, collection),
        collection,
        query: { phrases: [], excluded: [] },
        isEveryTerm: false,
      },
    );
  });
  return planOf(database, tenantId, statement);
}

/** The plans of the main queries of an organization. */
export async function queryPlans(database: Database, organizationId: string, word: string): Promise<string> {
  const mine = sql`visibility_scope = 'organization' and organization_id = ${organizationId}`;
  const statements: Record<string, SQL> = {
    'list by creation': sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where ${mine} and not archived order by created_at desc, id desc limit 12`,
    'list by text': sql`select id from ${readableBlocks} where ${mine} and not archived and ${blockContains(word)} order by created_at desc, id desc limit 12`,
    'archived list': sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where ${mine} and archived order by archived_at desc, id desc limit 12`,
  };
  const rows = { rows: 'organizations', organizationIds: [organizationId] } as const;
  const parts = [`full text\n\`\`\`\n${await rankedPlan(database, organizationId, rows, word)}\n\`\`\``];
  for (const [name, statement] of Object.entries(statements))
    parts.push(`${name}\n\`\`\`\n${await planOf(database, organizationId, statement)}\n\`\`\``);
  return parts.join('\n\n');
}

/** The plan of one page of a person's list, by the parameters of its call. */
export async function listPlan(database: Database, ownerUserId: string, parameters: string): Promise<string> {
  const query = endpoints['GET /memory-blocks/'].query.parse(
    Object.fromEntries(new URLSearchParams(parameters)),
  );
  const { sort_by: sortBy, sort_order: order, include_archived: isAll } = query;
  const statement = pageRows(
    {
      rows: { rows: 'owned', ownerUserId },
      skip: 0,
      limit: 24,
      narrowing: narrowingOf(query),
      search: undefined,
      sortBy: sortBy === 'creation_date' || sortBy === 'timestamp' ? 'created_at' : sortBy,
      descending: order === 'desc',
      which: isAll ? 'all' : 'active',
    },
    BLOCK_COLUMNS,
  );
  return planOf(database, ownerUserId, statement);
}
