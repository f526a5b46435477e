/** The program's two addresses: its health, and the endpoint for the browser's policy reports. */
import type { IncomingMessage, RequestListener } from 'node:http';

const LONGEST_REPORT = 16 * 1024;
const LOGGED = 2000;

interface Reports {
  isReady(): boolean;
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

export function createReports({ isReady, log }: Reports): RequestListener {
  return (request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(isReady() ? 200 : 503).end(isReady() ? 'ok\n' : 'no pages yet\n');
      return;
    }
    if (request.url !== '/csp-report' || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    bodyOf(request).then(
      (report) => {
        log({ msg: 'csp violation', report: report.slice(0, LOGGED) });
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  };
}
