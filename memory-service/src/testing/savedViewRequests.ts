/** Requests about saved views of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ids } from './testApp';

const toView = (name: string, isShared: boolean) => ({ name, parameters: {}, is_shared: isShared });

/** Creates private views, but changes and deletes shared ones. `run` executes a statement. */
export function savedViewRequests(run: (statement: SQL) => Promise<void>) {
  const sharedView = async () => {
    const id = randomUUID();
    await run(sql`insert into saved_views (id, name, parameters, visibility_scope, organization_id, tenant_id)
      values (${id}, ${id}, '{}', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
    return { params: { id } };
  };
  return {
    'POST /saved-views/': () => ({ body: toView(randomUUID(), false) }),
    'PUT /saved-views/{id}': async () => ({ ...(await sharedView()), body: toView(randomUUID(), true) }),
    'DELETE /saved-views/{id}': sharedView,
  };
}
