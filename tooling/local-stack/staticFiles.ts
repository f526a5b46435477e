/** Serves a folder of immutable build output: right type, pre-compressed twin, never a fallback page. */
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';

export const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const ENCODINGS = [
  { token: 'br', extension: '.br' },
  { token: 'gzip', extension: '.gz' },
];

/** Does an Accept-Encoding header allow this coding? (`q=0` forbids.) */
export function accepts(header: string | undefined, token: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='));
    return name === token && (quality === undefined || Number(quality.slice(2)) > 0);
  });
}

/** A file below `root` for a URL path, or null when there is none or the path tries to leave the folder. */
async function findFile(root: string, urlPath: string): Promise<{ file: string; stats: Stats } | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  const segments = decoded.split('/').filter(Boolean);
  // Dot files are build bookkeeping; `..` would leave the folder.
  if (segments.length === 0 || segments.some((one) => one.startsWith('.') || /[\\\0]/.test(one))) return null;
  const file = path.join(root, ...segments);
  const stats = await stat(file).catch(() => null);
  return stats?.isFile() ? { file, stats } : null;
}

/**
 * Answers a GET or HEAD with a file of `root`.
 * @param urlPath path below root as in the address, without the query.
 * @param headers sent with every answer of this server, the 404 too.
 */
export async function serveFile(
  root: string,
  urlPath: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders = {},
): Promise<void> {
  const common = { 'X-Content-Type-Options': 'nosniff', ...headers };
  const found = await findFile(root, urlPath);
  if (!found) {
    response.writeHead(404, {
      ...common,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
    });
    response.end(request.method === 'HEAD' ? undefined : 'Not found\n');
    return;
  }
  let { file, stats } = found;
  let encoding: string | undefined;
  for (const { token, extension } of ENCODINGS) {
    if (!accepts(request.headers['accept-encoding'], token)) continue;
    const twin = await stat(file + extension).catch(() => null);
    if (!twin?.isFile()) continue;
    [file, stats, encoding] = [file + extension, twin, token];
    break;
  }
  const etag = `"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}${encoding ? `-${encoding}` : ''}"`;
  const described: OutgoingHttpHeaders = {
    ...common,
    'Cache-Control': IMMUTABLE,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Content-Type': TYPES[path.extname(found.file).toLowerCase()] ?? 'application/octet-stream',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, described).end();
    return;
  }
  response.writeHead(200, { ...described, 'Content-Length': stats.size });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // A visitor who leaves mid-file is no error of ours; pipeline closes both ends.
  pipeline(createReadStream(file), response, () => undefined);
}
