/** Query handle, and the actor on whose behalf queries run. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Principal } from '../auth/rules/principal';

/** Runs queries in one transaction. Use `savepoint` for a part that may fail on its own. */
export type Handle = Omit<NodePgDatabase, 'transaction'> & { $client: pg.PoolClient };

/** On whose behalf a query runs. `system` is the service itself: identification, startup. */
export type Actor = Principal | { kind: 'system' };
