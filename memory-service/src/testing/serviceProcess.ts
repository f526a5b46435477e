/** Runs the built service as a separate process and calls it over HTTP. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { ownPage, SECRET } from './testApp';
import { serverFile } from './testDatabase';

export interface ServiceProcess {
  url: string;
  log: () => string;
  /** Resolves with the exit code (null when killed). */
  ended: Promise<number | null>;
  /** Sends the signal and resolves with the exit code (null when killed). */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

function spawnService(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [serverFile], {
    env: { PATH: process.env['PATH'], PORT: '0', GATEWAY_SECRET: SECRET, EMBEDDINGS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the service and resolves once it logs that it is ready. Rejects with its output if it exits first. */
export async function startService(env: Record<string, string>): Promise<ServiceProcess> {
  const child = spawnService(env);
  let log = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => (log += data.toString()));
    child.stdout?.on('data', (data: Buffer) => {
      log += data.toString();
      const ready = log.split('\n').find((line) => line.includes('"msg":"ready"'));
      if (ready) resolve((JSON.parse(ready) as { url: string }).url);
    });
    void ended.then((code) => reject(new Error(`The service ended with ${code}:\n${log}`)));
  });
  return {
    url,
    log: () => log,
    ended,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a service that must fail; resolves with its exit code and output. */
export async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnService(env);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

export interface Answer {
  status: number;
  body: string;
}

/** Sends one request on behalf of `email` (null: a guest), with a JSON body if `payload` is given; rejects when the connection breaks. */
export function call(
  method: string,
  url: string,
  email: string | null,
  { headers = {}, payload }: { headers?: Record<string, string>; payload?: unknown } = {},
): Promise<Answer> {
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...ownPage(email), ...json, ...headers } }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
