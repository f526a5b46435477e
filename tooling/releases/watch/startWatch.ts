/** Runs the watch inside a program that serves pages, round after round until stopped. */
import { randomUUID } from 'node:crypto';
import { resolvePublicUrl } from '../publicUrl';
import type { SigningKey } from '../signing/signature';
import type { Store } from '../store';
import type { Collector } from './collector';
import { watchCanaries } from './watchCanaries';
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 5000;
const PAUSES_MS: readonly number[] = [1000, 5000];

async function post(url: string, text: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}

/**
 * @param webhook accepts `{"text": "…"}`, like chat services; without it, only logs.
 * @returns a notifier that never rejects: the store's audit log has the same information.
 */
export function operatorNotifier(
  webhook: string | undefined,
  log: (record: Record<string, unknown>) => void,
  pauses = PAUSES_MS,
): (text: string) => Promise<void> {
  return async (text) => {
    log({ msg: 'releases', text });
    if (!webhook) return;
    for (const ms of [...pauses, null]) {
      try {
        return await post(webhook, text);
      } catch (error) {
        if (ms === null)
          log({
            msg: 'releases',
            problem: `Couldn’t send "${text}" to the webhook: ${(error as Error).message}`,
          });
        else await pause(ms);
      }
    }
  };
}

const ROUND_MS = 15_000;

interface WatchOptions {
  store: Store;
  collector: Pick<Collector, 'rows'>;
  /** URL that accepts `{"text": "…"}`. */
  webhook?: string | undefined;
  /** Signs changes by automatic canaries, if the store uses keys. */
  key?: SigningKey | undefined;
  log(record: Record<string, unknown>): void;
  roundMs?: number | undefined;
}

/** @returns a stop function; it resolves when the current round has ended. */
export function startWatch({ store, collector, webhook, key, log, roundMs = ROUND_MS }: WatchOptions) {
  const by = randomUUID();
  const notify = operatorNotifier(webhook, log);
  let complaint: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Logs a problem once, not again in each round. */
  function complain(problem: string): void {
    if (problem !== complaint) log({ msg: 'releases', problem });
    complaint = problem;
  }

  async function round(): Promise<void> {
    // Before the first promotion there is nothing to watch, and no public URL.
    const publicUrl = await resolvePublicUrl(store, undefined).catch(() => null);
    if (publicUrl === null) return;
    const seen = { by, key, rows: collector.rows(), now: Date.now(), notify, complain };
    await watchCanaries({ store, publicUrl }, seen);
  }

  async function go(): Promise<void> {
    await round().catch((error: Error) => complain(error.message));
    if (!stopped) timer = setTimeout(() => void (running = go()), roundMs);
  }

  let running = go();
  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
