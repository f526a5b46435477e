/** In-memory fake of the S3 operations a store uses: objects with ETags, conditional writes, paginated lists. For tests. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredObject {
  body: Buffer;
  etag: string;
  headers: Record<string, string>;
}

export interface BucketServer {
  endpoint: string;
  /** Simulates Ceph before release 19, where a write condition contains the ETag without quotes. */
  wantsBareTags: boolean;
  /** The next write succeeds, but its response is lost. */
  losesAnswer: boolean;
  /** By `/bucket/key`. */
  objects: Map<string, StoredObject>;
  close(): Promise<void>;
}

/** Small, so that every list of a release has several pages. */
const PAGE = 3;
const KEPT_HEADERS = ['content-type', 'cache-control'];

const failure = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function list(objects: BucketServer['objects'], bucket: string, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(`/${bucket}/${prefix}`))
    .map((name) => name.slice(bucket.length + 2))
    .sort();
  const start = Number(query.get('continuation-token') ?? 0);
  const contents = keys
    .slice(start, start + PAGE)
    .map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`);
  const more =
    start + PAGE < keys.length ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`;
}

/** Whether the conditions of a write hold. */
function meetsConditions(
  request: IncomingMessage,
  before: StoredObject | undefined,
  wantsBareTags: boolean,
): boolean {
  const { 'if-match': match, 'if-none-match': none } = request.headers;
  const tag = wantsBareTags ? before?.etag.replaceAll('"', '') : before?.etag;
  return !(none === '*' && before) && !(match !== undefined && tag !== match);
}

function write(
  objects: BucketServer['objects'],
  name: string,
  request: IncomingMessage,
  body: Buffer,
): string {
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((header) => {
      const value = request.headers[header];
      return value === undefined ? [] : [[header, String(value)]];
    }),
  );
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  objects.set(name, { body, etag, headers });
  return etag;
}

/** @param accessKeyId requests signed with any other key are rejected. */
export async function startBucketServer(accessKeyId: string): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map();

  const bucket: BucketServer = {
    endpoint: '',
    wantsBareTags: false,
    losesAnswer: false,
    objects,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const name = decodeURIComponent(url.pathname);
    const send = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(body);
    const body = await readBody(request);
    const signed = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`;
    if (!request.headers.authorization?.startsWith(signed))
      return void send(403, failure('AccessDenied', 'Access Denied'));
    if (url.searchParams.has('list-type'))
      return void send(200, list(objects, name.split('/')[1] ?? '', url.searchParams));
    const before = objects.get(name);
    if (request.method === 'PUT') {
      if (!meetsConditions(request, before, bucket.wantsBareTags))
        return void send(412, failure('PreconditionFailed', 'It was changed.'));
      const etag = write(objects, name, request, body);
      if (!bucket.losesAnswer) return void send(200, '', { etag });
      bucket.losesAnswer = false;
      return void send(503, failure('SlowDown', 'Try again.'));
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return void send(204);
    }
    if (!before) return void send(404, failure('NoSuchKey', 'The specified key does not exist.'));
    return void send(200, before.body, { ...before.headers, etag: before.etag });
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bucket.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return bucket;
}
