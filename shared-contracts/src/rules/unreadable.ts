/** Responses to input that never becomes a request. */

/** Keyed by error code. */
const UNREADABLE: Partial<Record<string, [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request is too long: its URL and headers are limited to 16 KiB in total. Use fewer words.',
  ],
};

/** Fastify's `clientErrorHandler`: responds in the product's error format and closes the connection. */
export function answerUnreadable(
  { code }: { code: string },
  socket: { writable: boolean; end: (text: string) => unknown },
): void {
  if (!socket.writable) return;
  const [status, detail] = UNREADABLE[code] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
