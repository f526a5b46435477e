/** Tells operators what the watch did: a line of the log, and a webhook where one is named. */
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
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
}

/**
 * @param webhook takes `{"text": "…"}`, as chat services do; the log alone without it.
 * @returns resolves in any case: what was done is in the record of the store too.
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
            problem: `The webhook did not take "${text}": ${(error as Error).message}`,
          });
        else await pause(ms);
      }
    }
  };
}
