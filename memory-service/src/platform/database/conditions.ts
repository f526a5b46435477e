/** Translates permission rules and filters into SQL conditions. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isDistributed } from './distribution';
import type { Ownership, RowFilter } from '../auth/rules/permissions';

/** Columns that identify the owner of a row. */
export interface ScopedTable {
  visibilityScope: AnyPgColumn;
  ownerUserId: AnyPgColumn;
  organizationId: AnyPgColumn;
  tenantId?: AnyPgColumn;
}

/**
 * Restricts a query to rows that the permission rules allow; on distributed tables it also names their tenants, and thereby the workers.
 */
export function rowsAllowed(table: ScopedTable, filter: RowFilter): SQL {
  const own = rowsOwned(table, filter);
  return isDistributed() && table.tenantId
    ? sql`(${inTenants(sql`${table.tenantId}`, listTenants(filter))} and ${own})`
    : own;
}

function rowsOwned(table: ScopedTable, filter: RowFilter): SQL {
  switch (filter.rows) {
    case 'public':
      return eq(table.visibilityScope, 'public');
    case 'owned':
      // The scope check of every table ties an owner to personal rows and an organization to its rows, so one column suffices and a count
      // is an index-only scan.
      return eq(table.ownerUserId, filter.ownerUserId);
    case 'organizations':
      return inArray(table.organizationId, [...filter.organizationIds]);
    case 'none':
      // Citus cannot route a query that its planner knows to be empty.
      return isDistributed() ? sql`${table.visibilityScope}::text = ''` : sql`false`;
  }
}

function bothConditions(left: SQL, right: SQL): SQL {
  return sql`(${left} and ${right})`;
}

/** LIKE pattern for "contains", with `%`, `_` and `\` of the user's text escaped. */
export function escapeLike(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Case-insensitive "contains". */
export function contains(expression: SQL | AnyPgColumn, text: string): SQL {
  return sql`${expression} ilike ${escapeLike(text)}`;
}

/** "Contains" for names: ignores case, accents, ligatures and Unicode composition. */
export function containsLetters(name: SQL | AnyPgColumn, text: string): SQL {
  return sql`hindsight_folded(${name}) like hindsight_folded(${escapeLike(text)})`;
}

/** Joins the defined conditions with `and`; true when there are none. */
export function allConditions(...conditions: (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`true`;
}

/** Matches the rows of exactly this workspace. */
export function inWorkspace(table: ScopedTable, place: Ownership): SQL {
  const own = ofOwner(table, place);
  return isDistributed() && table.tenantId ? sql`(${eq(table.tenantId, nameTenant(place))} and ${own})` : own;
}

function ofOwner(table: ScopedTable, place: Ownership): SQL {
  switch (place.visibilityScope) {
    case 'public':
      return eq(table.visibilityScope, 'public');
    case 'personal':
      return bothConditions(eq(table.visibilityScope, 'personal'), eq(table.ownerUserId, place.ownerUserId));
    case 'organization':
      return bothConditions(
        eq(table.visibilityScope, 'organization'),
        eq(table.organizationId, place.organizationId),
      );
  }
}

/** Whether two rows belong to the same workspace. */
export function sameWorkspace(left: Ownership, right: Ownership): boolean {
  return (
    left.visibilityScope === right.visibilityScope &&
    left.ownerUserId === right.ownerUserId &&
    left.organizationId === right.organizationId
  );
}

/** Tenant of public rows. */
export const PUBLIC_TENANT = '00000000-0000-0000-0000-000000000000';

/** Tenant of a workspace's rows. */
export const nameTenant = ({ ownerUserId, organizationId }: Omit<Ownership, 'visibilityScope'>): string =>
  organizationId ?? ownerUserId ?? PUBLIC_TENANT;

/** Ownership columns of a row in this workspace. */
export const placeColumns = ({ visibilityScope, ownerUserId, organizationId }: Ownership) => ({
  visibilityScope,
  ownerUserId,
  organizationId,
  tenantId: nameTenant({ ownerUserId, organizationId }),
});

/** Tenants that a filter covers; empty when it matches no row. */
export function listTenants(rows: RowFilter): readonly string[] {
  switch (rows.rows) {
    case 'public':
      return [PUBLIC_TENANT];
    case 'owned':
      return [rows.ownerUserId];
    case 'organizations':
      return rows.organizationIds;
    case 'none':
      return isDistributed() ? [PUBLIC_TENANT] : [];
  }
}

export const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/**
 * Matches rows of these tenants. Only equality with a single tenant lets an index provide the order and PostgreSQL keep a generic plan: it
 * assumes ten elements per array, so for arrays it prefers to plan each call.
 */
export function inTenants(column: SQL, tenants: readonly string[]): SQL {
  const [tenant] = tenants;
  return tenants.length === 1 ? sql`${column} = ${tenant}::uuid` : sql`${column} = any (${uuids(tenants)})`;
}

/** Matches rows of the tenants that a filter covers. */
export const inFilterTenants = (column: SQL, rows: RowFilter): SQL => inTenants(column, listTenants(rows));
