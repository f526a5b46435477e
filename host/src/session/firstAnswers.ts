/** Passes the responses that the boot script requested to the page: each once, and only for an identical request. */
import type { ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import type { FirstAnswers } from '../boot/sendFirstQueries';

/** How long rows count as fresh, in milliseconds. */
export const USABLE_FOR = 30_000;

interface FirstAnswersOptions {
  first: Promise<FirstAnswers | null>;
  /** Id of the signed-in user; null when nobody is signed in, or the session is not known. */
  person(): string | null;
  /** Version of the remote's release that the page uses. */
  versionFor(remote: string): string | null;
}

const withoutName = (headers: object) =>
  JSON.stringify(
    Object.entries(headers)
      .filter(([name]) => name !== 'traceparent')
      .sort(),
  );

/** Whether two requests carry the same headers in any order, ignoring the trace id. */
export const sameHeaders = (left: object, right: object) => withoutName(left) === withoutName(right);

/**
 * Answers page requests from the boot script's responses. URL and headers include the workspace; user and release are compared at the time
 * of use. If user or release differ, all responses are discarded.
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
      // A concurrent request may have resolved this and taken its response.
      if (left === undefined) left = answers;
    }
    if (!left) return null;
    const viewer = person();
    // The page's own session request ends up here too, before the user is known.
    if (viewer === null) return null;
    const isOurs = left.person === viewer && left.version === versionFor(left.remote);
    if (!isOurs || performance.now() - since > USABLE_FOR) return (left = null);
    const place = left.asked.findIndex((one) => one.url === url && sameHeaders(one.headers, headers));
    const [found] = place < 0 ? [] : left.asked.splice(place, 1);
    if (!found) return null;
    // Failed responses are requested again, so that the page gets the error of its own request.
    const answer = await found.answer.catch(() => null);
    return answer?.ok ? answer : null;
  }

  return async (address, { method, headers = {}, signal }) => {
    const answer = method === 'GET' ? await take(address, headers) : null;
    signal?.throwIfAborted();
    return answer;
  };
}
