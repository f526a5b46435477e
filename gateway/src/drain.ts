/** Drains the body of a refused request. */
import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '@hindsight/shared-contracts/rules';

/** Draining stops here; the rest of a larger body stays unread. */
const MOST_BYTES = 4 * MAX_BODY_BYTES;

/**
 * Resolves when the body has been read, or enough of it. Closing a connection over unread bytes resets it and loses the response: a proxy
 * in front with `Connection: close`, nginx's default, would answer 502 instead.
 */
export function drain(request: IncomingMessage): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (request.complete || !(Number(length) > 0 || encoding)) return Promise.resolve();
  return new Promise((resolve) => {
    let read = 0;
    request.on('data', ({ length: bytes }: Buffer) => {
      read += bytes;
      if (read < MOST_BYTES) return;
      request.pause();
      resolve();
    });
    request.once('end', resolve).once('close', resolve);
  });
}
