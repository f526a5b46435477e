/**
 * Read-your-writes for people and agents with read replicas: this process remembers the position of their writes, other processes get it
 * from the client.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/rules/principal';
import type { Database } from '../database/database';
import type { Reader } from '../database/readReplicas';
import { header } from './gates';

/** On responses to writes, and on the requests that follow; browsers send it back as a cookie. */
const READ_AFTER_HEADER = 'x-read-after';
const READ_AFTER_COOKIE = 'hindsight_read_after';

/** A person and their tokens are one caller: the page shows what the agent has just written. */
const identifyCaller = (principal: Principal) => (principal.kind === 'guest' ? 'guest' : principal.userId);

const readCookie = (text: string | undefined) =>
  new RegExp(`(?:^|;\\s*)${READ_AFTER_COOKIE}=([^;]*)`).exec(text ?? '')?.[1]?.replace('-', '/');

/** The caller, and the write that the read must see. */
export const identifyReader = ({ headers }: FastifyRequest, principal: Principal): Reader => ({
  caller: identifyCaller(principal),
  after: header(headers, READ_AFTER_HEADER) ?? readCookie(headers.cookie),
});

/** Records that the caller has written, and passes the position to the client. */
export async function noteWrite(
  { replicas }: Database,
  principal: Principal,
  reply: FastifyReply,
): Promise<void> {
  if (!replicas || principal.kind === 'guest') return;
  const { position, seconds } = await replicas.noteWrite(identifyCaller(principal));
  void reply
    .header(READ_AFTER_HEADER, position)
    .header(
      'set-cookie',
      `${READ_AFTER_COOKIE}=${position.replace('/', '-')}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`,
    );
}
