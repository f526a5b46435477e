/** Source of a registry: a file, re-read when it changes, or a URL, polled on demand. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadFile } from '../../tooling/releases/signing/keyList';
import { watchedFile } from './watchedFile';

/** Maximum age of a fetched copy when a request arrives. An idle gateway fetches nothing. */
const FRESH_MS = 2000;
const TIMEOUT_MS = 5000;
/** Upper bound; a registry is a few kilobytes, so anything larger is something else. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Statuses of a store without the file; one that hides its listing answers 403. */
const NONE = [403, 404];

export interface Source<T> {
  /** The last good version; null when there never was one. */
  read(): Promise<T | null>;
  /** Why the newest version cannot be used, fit for display; null when it was read. */
  problem(): string | null;
  /** Whether the file does not exist, or no longer exists. */
  isMissing(): boolean;
}

export const isAddress = (source: string) => /^https?:/.test(source);

async function fetchText(address: string): Promise<string | null> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (NONE.includes(answer.status)) return null;
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  const text = await answer.text();
  if (text.length > MAX_BYTES) throw new Error(`${address} is larger than a registry can be`);
  return text;
}

function pollAddress<T>(
  address: string,
  parse: (text: string) => T,
  complain: (problem: string) => void,
  now: () => number,
): Source<T> {
  let value: T | null = null;
  let seen: string | null = null;
  let problem: string | null = null;
  let complaint = '';
  let missing = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    let detail = '';
    problem = null;
    missing = false;
    try {
      const text = await fetchText(address);
      missing = text === null;
      if (text === null) problem = 'It is no longer in the store.';
      else if (text !== seen) {
        problem = 'It is broken in the store.';
        value = parse(text);
        problem = null;
        seen = text;
      }
    } catch (error) {
      problem ??= 'The store isn’t responding.';
      detail = (error as Error).message;
    }
    const next = problem && !missing ? `${address} can’t be used; keeping the last good one: ${detail}` : '';
    if (next && next !== complaint) complain(next);
    complaint = next;
  }

  return {
    async read() {
      const isFirst = checkedAt === Number.NEGATIVE_INFINITY;
      if (now() - checkedAt > FRESH_MS && !checking) {
        checkedAt = now();
        checking = check().finally(() => (checking = null));
      }
      // Later requests use the known value: no page waits for the store.
      if (isFirst || (value === null && !missing)) await checking;
      return value;
    },
    problem: () => problem,
    isMissing: () => missing,
  };
}

/** @param complain called once per problem. */
export const openSource = <T>(
  source: string,
  parse: (text: string) => T,
  complain: (problem: string) => void,
  now = () => performance.now(),
): Source<T> =>
  isAddress(source) ? pollAddress(source, parse, complain, now) : watchedFile(source, parse, complain);

/** Reads the files beside a registry by their store keys. */
export function siblingFileReader(source: string): ReadFile {
  if (isAddress(source))
    return async (key) => {
      const text = await fetchText(new URL(key, source).href);
      return text === null ? null : Buffer.from(text);
    };
  return (key) => readFile(path.join(path.dirname(source), ...key.split('/'))).catch(() => null);
}
