/** Whether browsers will find a release where the registry is going to send them. */
import type { CheckedRelease } from './checkRelease';
import { computeIntegrity } from './hash';

const DEADLINE_MS = 10_000;

/** What is wrong with what comes from the address; null when it is the published file. */
async function problemAt(url: string, hash: string | undefined): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (!answer.ok) return `${url} answers ${answer.status}`;
    // A server that answers every address with its page says 200, too.
    const isPublished = computeIntegrity(Buffer.from(await answer.arrayBuffer())) === hash;
    return isPublished ? null : `${url} is not the file that was published`;
  } catch (error) {
    const { cause, message } = error as Error;
    const code = (cause as { code?: string } | undefined)?.code;
    return `${url} cannot be reached: ${code ?? message}`;
  }
}

/** @throws Error with one sentence when the entry of the release does not come from its public address. */
export async function checkAddress({ release }: CheckedRelease): Promise<void> {
  const { baseUrl, entry, integrity, version, descriptor } = release;
  const problem = await problemAt(new URL(entry, baseUrl).href, integrity[entry]);
  if (problem)
    throw new Error(
      `Browsers would not find ${descriptor.name} ${version}: ${problem}. ` +
        'Say where they find the store with --public-url, or go on without this check: --skip-address-check',
    );
}
