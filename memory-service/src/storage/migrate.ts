/** Brings the tables up to date, one process at a time. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { prepareAppRole } from './rowLevelSecurity';

/** Any fixed number: all processes of this service must ask for the same lock. */
const MIGRATION_LOCK = 728_311_904;

/** Applies the migrations of `folder` that are missing. The lock and the work share one client, else the lock guards nothing. */
export async function migrateDatabase(pool: pg.Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
      await prepareAppRole(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}
