/** An HTTP client with keep-alive connections for load tests: it never retries, and reports a broken connection as an answer. */
import { Agent, request } from 'node:http';

export interface Answer {
  /** 0 when no answer arrived. */
  status: number;
  body: string;
}

export interface Client {
  /** @param own headers of this call, added to those of the client. */
  send(method: string, path: string, body?: unknown, own?: Record<string, string>): Promise<Answer>;
  close(): void;
}

/** @param headers sent with every call, e.g. those of a signed-in browser. */
export function createClient(origin: string, headers: Record<string, string>): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const { hostname, port } = new URL(origin);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  const always = { host: `${hostname}:${port}`, ...headers };
  return {
    send: (method, path, body, own) =>
      new Promise((resolve) => {
        const broken = (error: Error) => resolve({ status: 0, body: error.message });
        const text = body === undefined ? undefined : JSON.stringify(body);
        const described =
          text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        const call = request(
          { host, port, agent, method, path, headers: { ...always, ...own, ...described } },
          (answer) => {
            let received = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk: string) => (received += chunk));
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: received }));
            answer.on('error', broken);
          },
        );
        call.on('error', broken);
        call.end(text);
      }),
    close: () => agent.destroy(),
  };
}
