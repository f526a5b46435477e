/** The plans that the database chooses for the queries of the table, with the time that they really took. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../src/storage/database';
import { BLOCK_COLUMNS } from '../src/storage/blockRows';
import { readableBlocks } from '../src/storage/readable';
import { planCandidates, weighTerms } from '../src/domain/ranking';
import { rankedStatement } from '../src/storage/rankedSearch';
import { queryTerms } from '../src/storage/searchTerms';
import { wholeWorkspace } from '../src/storage/search';
import { blockContains } from '../src/storage/searchText';

export async function queryPlans(database: Database, organizationId: string, word: string): Promise<string> {
  const rows = { rows: 'organizations', organizationIds: [organizationId] } as const;
  const filter = wholeWorkspace({
    rows,
    includeArchived: false,
    skip: 0,
    limit: 12,
  });
  // As a superadmin: under the policies, with the widest of their conditions.
  const principal = {
    kind: 'person',
    userId: organizationId,
    email: 'bench@localhost',
    displayName: null,
    isSuperadmin: true,
    isBetaAdmin: false,
    betaAccessStatus: 'accepted',
    memberships: [],
  } as const;
  const mine = sql`visibility_scope = 'organization' and organization_id = ${organizationId}`;
  const statements: Record<string, SQL> = {
    'list by creation': sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where ${mine} and not archived order by created_at desc, id desc limit 12`,
    'list by text': sql`select id from ${readableBlocks} where ${mine} and not archived and ${blockContains(word)} order by created_at desc, id desc limit 12`,
    'archived list': sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where ${mine} and archived order by archived_at desc, id desc limit 12`,
    'full text': await database.read(principal, async (handle) => {
      const tenants = [organizationId];
      const { terms, collection } = await queryTerms(handle, tenants, word);
      const weighted = weighTerms(terms, collection);
      return rankedStatement(tenants, filter, {
        weighted,
        neighbours: [],
        plan: planCandidates(weighted, collection),
        collection,
        query: { phrases: [], excluded: [] },
        isEveryTerm: false,
      });
    }),
  };
  const parts: string[] = [];
  for (const [name, statement] of Object.entries(statements)) {
    const plan = await database.read(principal, (handle) =>
      handle.execute(sql`explain (analyze, costs off, timing off, summary on) ${statement}`),
    );
    const lines = plan.rows.map((row) => String(row['QUERY PLAN']));
    parts.push(`${name}\n\`\`\`\n${lines.join('\n')}\n\`\`\``);
  }
  return parts.join('\n\n');
}
