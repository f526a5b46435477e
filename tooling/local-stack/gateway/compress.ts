/** Compresses what is made per request: pages, the registry, JSON answers. Built files are compressed at build time. */
import type { IncomingMessage } from 'node:http';
import { type Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { accepts } from '../staticFiles';

/** Below this, headers weigh more than what is saved. */
const WORTHWHILE_BYTES = 1024;
const BROTLI_QUALITY = 5;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

type Headers = Record<string, string | string[]>;

/** A text that is ready now; returns the bytes and the header that describes them. */
export function compressText(
  text: string,
  acceptEncoding: string | undefined,
): { bytes: Buffer; headers: Headers } {
  const plain = Buffer.from(text);
  if (plain.length < WORTHWHILE_BYTES) return { bytes: plain, headers: {} };
  if (accepts(acceptEncoding, 'br')) {
    return { bytes: brotliCompressSync(plain, brotli), headers: { 'Content-Encoding': 'br' } };
  }
  if (accepts(acceptEncoding, 'gzip'))
    return { bytes: gzipSync(plain), headers: { 'Content-Encoding': 'gzip' } };
  return { bytes: plain, headers: {} };
}

/** Wraps a JSON answer of the service; everything else (streams, files, what is compressed already) passes as it is. */
export function compressed(
  request: IncomingMessage,
  answer: IncomingMessage,
  headers: Headers,
): { body: Readable; headers: Headers } {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const isJson = /^application\/(problem\+)?json/.test(String(headers['content-type'] ?? ''));
  const hasBody = request.method !== 'HEAD' && answer.statusCode !== 204 && answer.statusCode !== 304;
  if (!isJson || !hasBody || headers['content-encoding'] || !(length >= WORTHWHILE_BYTES)) {
    return { body: answer, headers };
  }
  const token = ['br', 'gzip'].find((one) => accepts(request.headers['accept-encoding'], one));
  const { 'content-length': _length, etag, ...rest } = headers;
  const described: Headers = { ...rest, Vary: [headers.vary ?? [], 'Accept-Encoding'].flat().join(', ') };
  delete described.vary;
  if (!token) return { body: answer, headers: { ...headers, ...described } };
  if (etag) described.etag = String(etag).startsWith('W/') ? etag : `W/${String(etag)}`;
  const encoder = token === 'br' ? createBrotliCompress(brotli) : createGzip();
  answer.on('error', (error) => encoder.destroy(error));
  encoder.on('close', () => answer.destroy());
  return { body: answer.pipe(encoder), headers: { ...described, 'Content-Encoding': token } };
}
