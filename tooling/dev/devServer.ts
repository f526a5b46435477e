/** Serves the output of the development compilers, and notifies open pages of each compilation. */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';

/** Result of one compilation; see client.ts. */
export interface Built {
  pkg: string;
  hash: string;
  problems: string[];
  /** Set when something other than the page's modules changed, so that the page must reload. */
  reload?: true;
}

export interface DevServer {
  notify(built: Built): void;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** The built file below `folder` at a URL, or null. File names need no decoding. */
function fileAt(folder: string, url: string): string | null {
  const parts = (url.split('?')[0] ?? '/').split('/').filter(Boolean);
  if (parts.length === 0 || parts.some((part) => part.startsWith('.') || /[\\\0]/.test(part))) return null;
  const file = path.join(folder, ...parts);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

/** @param folder served at `/`. */
export async function startDevServer(folder: string, port: number): Promise<DevServer> {
  const pages = new Set<ServerResponse>();
  const latest = new Map<string, Built>();
  const line = (built: Built) => `data: ${JSON.stringify(built)}\n\n`;

  const server: Server = createServer((request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { ...OPEN, 'Content-Type': 'text/event-stream' });
      // A reconnecting page catches up on missed compilations.
      response.write(`retry: 1000\n\n${[...latest.values()].map(line).join('')}`);
      pages.add(response);
      request.once('close', () => pages.delete(response));
      return;
    }
    const file = fileAt(folder, request.url ?? '/');
    if (!file) return void response.writeHead(404, OPEN).end();
    response.writeHead(200, {
      ...OPEN,
      'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    notify(built) {
      // `reload` is for pages that are open now; later pages load the new version anyway.
      const { reload: _once, ...lasting } = built;
      latest.set(built.pkg, lasting);
      for (const page of pages) page.write(line(built));
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
