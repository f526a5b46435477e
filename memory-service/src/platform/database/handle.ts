/** What queries are made with, and on whose behalf. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Principal } from '../auth/rules/principal';

/** Queries within one transaction. A part that may fail alone goes through `savepoint`. */
export type Handle = Omit<NodePgDatabase, 'transaction'> & { $client: pg.PoolClient };

/** On whose behalf a query runs. `system` is the service itself: identification, start-up work. */
export type Actor = Principal | { kind: 'system' };
