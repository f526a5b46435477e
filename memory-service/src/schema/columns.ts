/** Columns that many tables share, so that ids, moments and scopes look the same everywhere. */
import { sql } from 'drizzle-orm';
import { pgEnum, timestamp, uuid, type ExtraConfigColumn } from 'drizzle-orm/pg-core';

/** A point in time with microseconds, read as PostgreSQL writes it; `wireTime` turns it into ISO-8601. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

export const id = () =>
  uuid('id')
    .primaryKey()
    .default(sql`gen_random_uuid()`);
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** The workspace that a row belongs to: its organization or its person; the nil UUID for what is public. Who writes a row names it, and a check refuses any other. */
export const tenantId = () => uuid('tenant_id').notNull();

export const visibilityScope = pgEnum('visibility_scope', ['personal', 'organization', 'public']);

/** The order of most lists, for an index. Each index needs expressions of its own: it changes them. */
export const newestFirst = (time: ExtraConfigColumn, row: ExtraConfigColumn) =>
  [time.desc().nullsFirst(), row.desc().nullsFirst()] as const;
