/** Reads all inputs of a ranked search in one query. */
import { sql } from 'drizzle-orm';
import { isNarrowed, anySuperseded } from '../../memory';
import { countersQuery } from '../../../platform/database/counters';
import type { Handle } from '../../../platform/database/database';
import { forceGenericPlans } from '../../../platform/database/prepared';
import { listTenants } from '../../../platform/database/conditions';
import { queryTerms } from './searchTerms';
import type { QueryTerms } from './searchTerms';
import type { SearchFilter } from '../../memory';

export interface LookedUp extends Omit<QueryTerms, 'facts'> {
  /** Change counter of the workspace (`Counters`). */
  changes: number;
  /** Whether it has superseded memories that may lead to others. */
  leadsOn: boolean;
}

/** The terms of a text in the workspace of the filter. */
export async function lookUpTerms(
  handle: Handle,
  { rows, narrowing, includeArchived, onlySuperseded }: SearchFilter,
  text: string,
): Promise<LookedUp> {
  // Without filters, one generic plan fits all values.
  const keepsPlans = !isNarrowed(narrowing) && onlySuperseded !== true;
  const [, { facts, ...asked }] = await Promise.all([
    keepsPlans ? forceGenericPlans(handle) : undefined,
    queryTerms(handle, listTenants(rows), text, {
      changes: sql`(select changes from (${countersQuery(rows)}) as counters)`,
      leadsOn: includeArchived ? sql`false` : anySuperseded(rows),
    }),
  ]);
  return { ...asked, changes: Number(facts['changes']), leadsOn: facts['leadsOn'] === true };
}
