/** Prepares the data folder that a first start copies: a database with all tables and no rows. Runs in the build. */
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { openEmbeddedDatabase } from './embeddedDatabase';
import { holdsDatabase, publish } from './template';

/** Creates the template at `target` unless it exists; takes seconds. Its migrations are recorded, so later ones apply as usual. */
export async function ensureTemplate(target: string, migrationsFolder: string): Promise<void> {
  if (await holdsDatabase(target)) return;
  await publish(target, async (folder) => {
    const database = await openEmbeddedDatabase(folder);
    await migrate(drizzle(database), { migrationsFolder });
    await database.close();
  });
}
