/** The watch as a part of a program that serves pages: round after round, until it is stopped. */
import { randomUUID } from 'node:crypto';
import { resolvePublicUrl } from '../publicUrl';
import type { SigningKey } from '../signing/signature';
import type { Store } from '../store';
import type { Collector } from './collector';
import { operatorNotifier } from './notifyOperators';
import { watchCanaries } from './watchCanaries';

const ROUND_MS = 15_000;

interface WatchOptions {
  store: Store;
  collector: Pick<Collector, 'rows'>;
  /** Address that takes `{"text": "…"}`. */
  webhook?: string | undefined;
  /** Signs what automatic canaries change, where the store knows keys. */
  key?: SigningKey | undefined;
  log(record: Record<string, unknown>): void;
  roundMs?: number | undefined;
}

/** @returns how to stop; resolves when the present round has ended. */
export function startWatch({ store, collector, webhook, key, log, roundMs = ROUND_MS }: WatchOptions) {
  const by = randomUUID();
  const notify = operatorNotifier(webhook, log);
  let complaint: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** The same problem in each round is one line. */
  function complain(problem: string): void {
    if (problem !== complaint) log({ msg: 'releases', problem });
    complaint = problem;
  }

  async function round(): Promise<void> {
    // Before the first promotion there is nothing to watch, and no address.
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
