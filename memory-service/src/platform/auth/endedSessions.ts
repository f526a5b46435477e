/** `POST /sessions/ended`: the gateway reports a sign-out. The session is then rejected at every replica, and its streams end. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { SESSION_SECONDS } from '@hindsight/shared-contracts/api';
import type { Handle } from '../database/database';
import { noteEndedSession } from '../events/events';
import { isFromGateway, SESSION_HEADER, parseSessionId } from './identity';
import { HttpProblem } from '../http/problem';
import type { Services } from '../http/services';
import { endedSessions } from '../../schema/people';

export function registerEndedSessions(
  app: FastifyInstance,
  { config, database }: Pick<Services, 'config' | 'database'>,
): void {
  app.post('/sessions/ended', async (request, reply) => {
    const { headers } = request;
    const name = headers[SESSION_HEADER];
    const id = typeof name === 'string' ? parseSessionId(name) : undefined;
    // Invalid sessions must not fill the table.
    if (!isFromGateway(config, headers) || !headers['x-auth-request-email'] || id === undefined)
      throw new HttpProblem(403, 'Only the gateway may report ended sessions.');
    await database.write({ kind: 'system' }, async (handle) => {
      await handle.insert(endedSessions).values({ id }).onConflictDoNothing();
      await noteEndedSession(handle, id);
    });
    return reply.status(204).send();
  });
}

/** Deletes sessions whose cookies have expired anyway. */
export async function deleteOldSessions(handle: Handle): Promise<void> {
  await handle.execute(
    sql`delete from ended_sessions where ended_at < now() - make_interval(secs => ${SESSION_SECONDS})`,
  );
}
