/** A built service with a demo workspace, and one person's cookie-less access to it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const SECRET = randomBytes(16).toString('hex');
/** Of Node, e.g. --cpu-prof. */
const NODE_ARGS = (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter(Boolean);
const ORIGIN = 'http://localhost:3000';

export interface BenchService {
  url: string;
  pid: number;
  /** Ends it in order. */
  stop: () => Promise<void>;
  /** Ends it without any warning. */
  kill: () => void;
  ended: Promise<void>;
}

/** Starts the built service and resolves when it answers; writing the demo workspace comes first. */
export async function startService(env: Record<string, string>, build = dist): Promise<BenchService> {
  const child = spawn(process.execPath, [...NODE_ARGS, path.join(build, 'server.js')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      GATEWAY_SECRET: SECRET,
      APP_BASE_URL: ORIGIN,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let waiting = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      const lines = (waiting + data.toString()).split('\n');
      waiting = lines.pop() ?? '';
      const ready = lines.find((line) => line.includes('"msg":"ready"'));
      if (ready) resolve((JSON.parse(ready) as { url: string }).url);
    });
    void ended.then(() => reject(new Error('The service ended before it was ready.')));
  });
  return {
    url,
    pid: child.pid ?? 0,
    kill: () => void child.kill('SIGKILL'),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export function headersOf(email: string): Record<string, string> {
  return {
    'x-gateway-secret': SECRET,
    'x-auth-request-email': email,
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    cookie: '_oauth2_proxy_csrf=bench',
    'x-csrf-token': 'bench',
  };
}

/** One call; rejects with what the service said unless it succeeded. */
export function ask<T>(
  method: string,
  url: string,
  headers: Record<string, string>,
  payload?: unknown,
): Promise<T> {
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, ...json } }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () => {
        const { statusCode = 500 } = response;
        if (statusCode === 204) resolve(undefined as T);
        else if (statusCode < 300) resolve(JSON.parse(text) as T);
        else reject(new Error(`${method} ${url}: ${statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
