/** Hands a request to the service and its answer back: streaming both ways, an abort of either side reaches the other. */
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { answerBody, ANSWERS, type AnswerName } from './answers';
import { compressed } from './compress';
import { isHopByHop } from './identityHeaders';
import { SECURITY_HEADERS } from './security';

/** How long the service may stay silent: as in production's proxy. */
export const UPSTREAM_TIMEOUT_MS = 300_000;

class SilentUpstream extends Error {}

export interface Forwarder {
  /**
   * @param path path and query that the service gets.
   * @param headers complete request headers; nothing is added but Host.
   */
  forward(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    headers: Record<string, string | string[]>,
  ): void;
  close(): void;
}

function refuse(response: ServerResponse, answer: AnswerName): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(ANSWERS[answer].status, {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(JSON.stringify(answerBody(answer)));
}

/** Answer headers without those of the connection; what the service left open is filled in safely. */
function answerHeaders(upstream: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { ...SECURITY_HEADERS, 'Cache-Control': 'no-store' };
  for (const [name, value] of Object.entries(upstream.headers)) {
    if (value === undefined || isHopByHop(name)) continue;
    const known = Object.keys(headers).find((one) => one.toLowerCase() === name);
    headers[known ?? name] = value;
  }
  return headers;
}

/** @param origin of the service, e.g. `http://127.0.0.1:8000`. */
export function createForwarder(origin: string, timeoutMs = UPSTREAM_TIMEOUT_MS): Forwarder {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    headers: Record<string, string | string[]>,
    mayRepeat: boolean,
  ): void {
    const { method } = request;
    const upstream = httpRequest({ hostname, port, agent, method, path, headers, timeout: timeoutMs });
    const leave = () => {
      if (!response.writableFinished) upstream.destroy();
    };
    response.once('close', leave);

    upstream.on('timeout', () => upstream.destroy(new SilentUpstream()));
    upstream.on('response', (answer) => {
      const { body, headers: described } = compressed(request, answer, answerHeaders(answer));
      response.writeHead(answer.statusCode ?? 502, described);
      response.flushHeaders();
      pipeline(body, response, (error) => {
        if (error) response.destroy();
      });
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      response.off('close', leave);
      // The service closed an idle connection just as we took it up again: nothing of this request was read.
      if (mayRepeat && upstream.reusedSocket && error.code === 'ECONNRESET' && !response.headersSent) {
        send(request, response, path, headers, false);
        return;
      }
      refuse(response, error instanceof SilentUpstream ? 'serviceSilent' : 'serviceDown');
    });

    if (hasBody(request)) pipeline(request, upstream, () => undefined);
    else upstream.end();
  }

  return {
    forward(request, response, path, headers) {
      send(request, response, path, headers, request.method === 'GET' || request.method === 'HEAD');
    },
    close: () => agent.destroy(),
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
