/** Columns shared by many tables, so that ids, times and scopes are consistent. */
import { sql } from 'drizzle-orm';
import { pgEnum, timestamp, uuid, type ExtraConfigColumn } from 'drizzle-orm/pg-core';

/** Timestamp with microseconds in PostgreSQL's text format; `wireTime` converts it to ISO-8601. */
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

export const id = () =>
  uuid('id')
    .primaryKey()
    .default(sql`gen_random_uuid()`);
export const createdAt = () => timestampColumn('created_at').notNull().defaultNow();
export const updatedAt = () => timestampColumn('updated_at').notNull().defaultNow();

/**
 * The workspace of a row: its organization or person, or the nil UUID for public rows. Set by the writer and enforced by a check
 * constraint.
 */
export const tenantId = () => uuid('tenant_id').notNull();

export const visibilityScope = pgEnum('visibility_scope', ['personal', 'organization', 'public']);

/** Index columns for the order of most lists. Create new ones for each index, which mutates them. */
export const newestFirst = (time: ExtraConfigColumn, row: ExtraConfigColumn) =>
  [time.desc().nullsFirst(), row.desc().nullsFirst()] as const;
