/** Turns the plain words of rules and filters into SQL conditions. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isDistributed } from './distribution';
import type { Ownership, RowFilter } from '../auth/rules/permissions';

/** The columns that say who a row belongs to. */
export interface ScopedTable {
  visibilityScope: AnyPgColumn;
  ownerUserId: AnyPgColumn;
  organizationId: AnyPgColumn;
  tenantId?: AnyPgColumn;
}

/** The condition that keeps a query inside the rows which the permission rules allow; where tables are distributed, it also says on which workers they are. */
export function rowsAllowed(table: ScopedTable, filter: RowFilter): SQL {
  const own = rowsOwned(table, filter);
  return isDistributed() && table.tenantId
    ? sql`(${amongTenants(sql`${table.tenantId}`, listTenants(filter))} and ${own})`
    : own;
}

function rowsOwned(table: ScopedTable, filter: RowFilter): SQL {
  switch (filter.rows) {
    case 'public':
      return eq(table.visibilityScope, 'public');
    case 'owned':
      // The scope check of every table ties an owner to personal rows and an organization to its rows, so that one column
      // says it all and a count needs the index alone.
      return eq(table.ownerUserId, filter.ownerUserId);
    case 'organizations':
      return inArray(table.organizationId, [...filter.organizationIds]);
    case 'none':
      // A plan that knows that nothing is found has no worker.
      return isDistributed() ? sql`${table.visibilityScope}::text = ''` : sql`false`;
  }
}

function bothConditions(left: SQL, right: SQL): SQL {
  return sql`(${left} and ${right})`;
}

/** The pattern for "contains": what the person typed is text, so `%`, `_` and `\` match themselves. */
export function escapeLike(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Case-insensitive "contains". */
export function contains(expression: SQL | AnyPgColumn, text: string): SQL {
  return sql`${expression} ilike ${escapeLike(text)}`;
}

/** "Contains" of a name by its letters: case, accents and ligatures do not matter, nor whether letters came in parts. */
export function containsLetters(name: SQL | AnyPgColumn, text: string): SQL {
  return sql`hindsight_folded(${name}) like hindsight_folded(${escapeLike(text)})`;
}

/** `and` of the conditions that are there; true when none is. */
export function allConditions(...conditions: (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`true`;
}

/** The rows that belong to exactly this workspace. */
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

/** The tenant of what everybody may see. */
export const PUBLIC_TENANT = '00000000-0000-0000-0000-000000000000';

/** The tenant of rows of a workspace. */
export const nameTenant = ({ ownerUserId, organizationId }: Omit<Ownership, 'visibilityScope'>): string =>
  organizationId ?? ownerUserId ?? PUBLIC_TENANT;

/** What each row of a workspace says of it. */
export const placeColumns = ({ visibilityScope, ownerUserId, organizationId }: Ownership) => ({
  visibilityScope,
  ownerUserId,
  organizationId,
  tenantId: nameTenant({ ownerUserId, organizationId }),
});

/** The tenants whose rows a filter names; none where it names no row. */
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
 * Rows of these tenants. Only of one tenant does an index give them in an order, and only for one the database keeps the plan: it guesses
 * that an array holds ten, and plans each time what it can plan better for the array at hand.
 */
export function amongTenants(column: SQL, tenants: readonly string[]): SQL {
  const [tenant] = tenants;
  return tenants.length === 1 ? sql`${column} = ${tenant}::uuid` : sql`${column} = any (${uuids(tenants)})`;
}

/** Rows of the tenants that a filter names. */
export const ofTenants = (column: SQL, rows: RowFilter): SQL => amongTenants(column, listTenants(rows));
