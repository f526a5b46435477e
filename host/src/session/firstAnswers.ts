/** Hands the answers that the boot script asked for to the page: each once, and only to the request that it was asked for. */
import type { ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import type { FirstAnswers } from '../boot/askFirst';

/** As long as rows count as fresh, in milliseconds. */
export const USABLE_FOR = 30_000;

interface FirstAnswersOptions {
  first: Promise<FirstAnswers | null>;
  /** Id of the person who is signed in; null while nobody is, or it is not known. */
  person(): string | null;
  /** Version of the release of a remote that the page works with. */
  versionFor(remote: string): string | null;
}

const withoutName = (headers: object) =>
  JSON.stringify(
    Object.entries(headers)
      .filter(([name]) => name !== 'traceparent')
      .sort(),
  );

/** Whether two requests carry the same headers, in whatever order, except for the one that names each request. */
export const sameHeaders = (left: object, right: object) => withoutName(left) === withoutName(right);

/**
 * Answers a request of the page with them. The address and the headers name the workspace; person and release are asked for at the moment
 * of the hand-over. Where anything differs, none of them is used.
 */
export function handOverFirstAnswers({
  first,
  person,
  versionFor,
}: FirstAnswersOptions): NonNullable<ClientEnvironment['early']> {
  const since = performance.now();
  let left: FirstAnswers | null | undefined;

  async function take(url: string, headers: object): Promise<Response | null> {
    if (left === undefined) {
      const answers = await first;
      // Another request may have waited too, and taken its own.
      if (left === undefined) left = answers;
    }
    if (!left) return null;
    const viewer = person();
    // The question who is here is asked by the page too.
    if (viewer === null) return null;
    const isOurs = left.person === viewer && left.version === versionFor(left.remote);
    if (!isOurs || performance.now() - since > USABLE_FOR) return (left = null);
    const place = left.asked.findIndex((one) => one.url === url && sameHeaders(one.headers, headers));
    const [found] = place < 0 ? [] : left.asked.splice(place, 1);
    if (!found) return null;
    // What failed is asked again, so that the page meets the failure of its own request.
    const answer = await found.answer.catch(() => null);
    return answer?.ok ? answer : null;
  }

  return async (address, { method, headers = {}, signal }) => {
    const answer = method === 'GET' ? await take(address, headers) : null;
    signal?.throwIfAborted();
    return answer;
  };
}
