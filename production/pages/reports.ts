/**
 * The program's addresses: its health, the endpoints for the reports of browsers, and the status of the releases. nginx passes on the
 * reports alone; the status is for operators and Prometheus, who reach the program itself.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Collector } from '../../tooling/releases/watch/collector';
import { STATUS_STYLE } from '../../tooling/releases/watch/statusPage';

const LONGEST_REPORT = 16 * 1024;
const LOGGED = 2000;

interface Reports {
  isReady(): boolean;
  collector: Pick<Collector, 'take' | 'metrics' | 'page'>;
  log(record: Record<string, unknown>): void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_REPORT) break;
  }
  return text;
}

/** Type and text of what operators read; null for any other address. */
async function statusOf(url: string | undefined, collector: Reports['collector']) {
  if (url === '/release-status') return ['text/html; charset=utf-8', await collector.page()] as const;
  if (url === '/release-status.css') return ['text/css; charset=utf-8', STATUS_STYLE] as const;
  if (url === '/metrics')
    return ['text/plain; version=0.0.4; charset=utf-8', await collector.metrics()] as const;
  return null;
}

/** Answers one request; what it throws ends the connection. */
async function answer(
  { isReady, collector, log }: Reports,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url, method, headers } = request;
  if (url === '/healthz') {
    response.writeHead(isReady() ? 200 : 503).end(isReady() ? 'ok\n' : 'no pages yet\n');
  } else if (url === '/csp-report' && method === 'POST') {
    const report = await bodyOf(request);
    log({ msg: 'csp violation', report: report.slice(0, LOGGED) });
    response.writeHead(204).end();
  } else if (url === '/release-reports' && method === 'POST') {
    const sender = String(headers['x-real-ip'] ?? request.socket.remoteAddress);
    // nginx knows the session, and says nothing without one.
    const person = String(headers['x-auth-request-email'] ?? '') || null;
    const { status, detail } = await collector.take(await bodyOf(request), sender, person);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(detail && JSON.stringify({ detail }));
  } else {
    const status = method === 'GET' ? await statusOf(url, collector) : null;
    if (!status) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': status[0], 'Cache-Control': 'no-store' }).end(status[1]);
  }
}

export function createReports(deps: Reports): RequestListener {
  return (request, response) => {
    answer(deps, request, response).catch((error: Error) => {
      deps.log({ msg: 'report', problem: error.message });
      response.destroy();
    });
  };
}
