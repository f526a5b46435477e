/** Facts about this database that must be the same for every process using it. */
import { eq } from 'drizzle-orm';
import type { Database } from './database';
import { serviceState } from '../../schema/activity';

/** Returns the value under `key`; the first caller of all processes sets it with `make`. */
export async function getOrCreateState(database: Database, key: string, make: () => string): Promise<string> {
  const system = { kind: 'system' } as const;
  return database.write(system, async (handle) => {
    await handle.insert(serviceState).values({ key, value: make() }).onConflictDoNothing();
    const [row] = await handle.select().from(serviceState).where(eq(serviceState.key, key));
    if (!row) throw new Error('The new state was not found.');
    return row.value;
  });
}
