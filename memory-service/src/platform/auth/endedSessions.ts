/** `POST /sessions/ended`: the gateway says that a person signed out, so that the streams of the session end at every replica. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { noteEndedSession } from '../events/events';
import { isFromGateway } from './identity';
import { HttpProblem } from '../http/problem';
import type { Services } from '../http/services';

/** What the gateway calls the session of a request: a part of its cookie that opens nothing by itself. */
export const SESSION_HEADER = 'x-auth-request-session';

/** The id of a session that the gateway names, which says nothing about its cookie. */
export function sessionIdOf(name: string | undefined): string | undefined {
  if (!name) return undefined;
  const hash = createHash('sha256').update(name).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function registerEndedSessions(
  app: FastifyInstance,
  { config, database }: Pick<Services, 'config' | 'database'>,
): void {
  app.post('/sessions/ended', async (request, reply) => {
    const { headers } = request;
    const name = headers[SESSION_HEADER];
    const session = typeof name === 'string' ? sessionIdOf(name) : undefined;
    // A session that was not valid has no streams, and must not fill the log.
    if (!isFromGateway(config, headers) || !headers['x-auth-request-email'] || session === undefined)
      throw new HttpProblem(403, 'Only the gateway says which sessions have ended.');
    await noteEndedSession(database, session);
    return reply.status(204).send();
  });
}
