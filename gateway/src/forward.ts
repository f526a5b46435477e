/** Forwards a request to a service replica and streams the response back; an abort of either side reaches the other. */
import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, errors } from 'undici';
import type { AnswerName } from './answers';
import { isHopByHop } from './identityHeaders';
import { isUnreachable, type Replicas } from './replicas';
import type { Session } from './session';

/** Responses up to this size are buffered: compressing them at once is cheaper than a separate stream. */
const WHOLE_BYTES = 64 * 1024;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Two tries may hit replicas that just went away; the third finds another one. */
const MOST_TRIES = 3;
const SILENT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

export type ServiceHeaders = Record<string, string | string[]>;

const errorCode = (error: unknown) => (error as { code?: string }).code ?? '';

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Response headers without hop-by-hop ones. A compressed response is another representation, so its ETag becomes weak. */
function answerHeaders(answer: Dispatcher.ResponseData): ServiceHeaders {
  const headers: ServiceHeaders = { 'cache-control': 'no-store' };
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !isHopByHop(name)) headers[name] = value;
  const { etag } = headers;
  if (typeof etag === 'string' && !etag.startsWith('W/')) headers['etag'] = `W/${etag}`;
  return headers;
}

async function send(
  replicas: Replicas,
  request: FastifyRequest,
  path: string,
  headers: ServiceHeaders,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let wasSent = false;
  /** Read only once connected. */
  async function* body() {
    wasSent = true;
    yield* request.raw.iterator({ destroyOnReturn: false });
  }
  for (let tries = 1; ; tries += 1) {
    try {
      return await replicas.request({
        method: request.method as Dispatcher.HttpMethod,
        path,
        headers,
        body: hasBody(request) ? Readable.from(body(), { objectMode: false }) : null,
        signal,
      });
    } catch (error) {
      const code = errorCode(error);
      // Retry a read on another replica, and a write only when nothing of it was sent.
      const isSafe = SAFE.has(request.method) && !SILENT.has(code) && !signal.aborted;
      if (tries < MOST_TRIES && !wasSent && (isSafe || isUnreachable(error))) continue;
      throw error;
    }
  }
}

/** Tells the service that a session was signed out. @returns whether the service confirmed it. */
export async function endSession(
  replicas: Replicas,
  { email, id }: Session,
  secret: string,
): Promise<boolean> {
  await replicas.refresh();
  const headers = {
    'x-gateway-secret': secret,
    'x-auth-request-email': email,
    'x-auth-request-session': id,
  };
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const answer = await replicas
      .request({ method: 'POST', path: '/sessions/ended', headers })
      .catch(() => null);
    await answer?.body.dump();
    if (answer && answer.statusCode < 300) return true;
  }
  return false;
}

/** Sends an event stream: flushes its headers at once and buffers no event. */
function sendStream(reply: FastifyReply, answer: Dispatcher.ResponseData, headers: ServiceHeaders): void {
  reply.hijack();
  reply.raw.writeHead(answer.statusCode, { ...(reply.getHeaders() as ServiceHeaders), ...headers });
  reply.raw.flushHeaders();
  pipeline(answer.body, reply.raw, () => undefined);
}

/**
 * @param path path and query for the service.
 * @param headers complete request headers; only those of the connection are added.
 * @param refuse responds in place of a service that does not.
 */
export async function forward(
  replicas: Replicas,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, headers }: { path: string; headers: ServiceHeaders },
  refuse: (name: AnswerName) => FastifyReply,
): Promise<FastifyReply> {
  const leave = new AbortController();
  reply.raw.once('close', () => leave.abort());
  let answer: Dispatcher.ResponseData;
  try {
    answer = await send(replicas, request, path, headers, leave.signal);
  } catch (error) {
    if (error instanceof errors.InvalidArgumentError) throw error;
    return refuse(SILENT.has(errorCode(error)) ? 'serviceSilent' : 'serviceDown');
  }
  const described = answerHeaders(answer);
  const type = String(described['content-type'] ?? '');
  if (type.startsWith('text/event-stream')) {
    sendStream(reply, answer, described);
    return reply;
  }
  if (/^application\/(problem\+)?json/.test(type)) described['vary'] = vary(described['vary']);
  reply.code(answer.statusCode).headers(described);
  const length = Number(described['content-length'] ?? Number.NaN);
  if (request.method === 'HEAD' || !(length <= WHOLE_BYTES)) return reply.send(answer.body);
  return reply.send(Buffer.from(await answer.body.arrayBuffer()));
}

const vary = (known: string | string[] | undefined) => [known ?? [], 'Accept-Encoding'].flat().join(', ');
