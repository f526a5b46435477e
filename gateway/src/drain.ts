/** Reads a body that is refused. */
import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '@hindsight/shared-contracts/rules';

/** Of a larger body the rest stays unread. */
const MOST_BYTES = 4 * MAX_BODY_BYTES;

/**
 * Settles when the body has been read, or enough of it. A connection that is closed over unread bytes is reset, and the answer is lost:
 * a proxy in front with `Connection: close`, as nginx sends by default, would answer 502 in its place.
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
