/** Prefetches a page's first queries before a user opens it, and passes the responses to the page when it opens. */
import { DEFAULT_BASE, isWrite, type ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import type { Release } from '@hindsight/shared-contracts/registry';
import { buildFirstReads, read, followUpReads, ignoreRejection, type FirstRead } from '../boot/firstReads';
import { sameHeaders, USABLE_FOR } from './firstAnswers';

interface QueryPrefetcherOptions {
  /** Id of the signed-in user; null when nobody is signed in. */
  person(): string | null;
  scope(): ActiveScope | null;
  /** API base of the page; data is prefetched only from the default base. */
  base(): string;
  /** Release of a remote that the page uses. */
  releaseFor(remote: string): Release | null;
}

interface Held extends FirstRead {
  path: string;
  remote: string;
  version: string;
  person: string;
  since: number;
  answer: Promise<Response>;
}

export interface QueryPrefetcher {
  /**
   * Prefetches the first queries of a remote's page. Queries sent recently are skipped, because the cache still has their data.
   * @throws Error when a response failed; the page repeats the request and shows its own error.
   */
  ask(remote: string, path: string): Promise<void>;
  /** Drops all responses because rows may have changed, e.g. after a write. */
  drop(): void;
  /** Prefetched response to a request of the open page; each is returned once. */
  early: NonNullable<ClientEnvironment['early']>;
}

/** @returns a cache of prefetched responses for one user, workspace and release, valid as long as rows count as fresh. */
export function createQueryPrefetcher({
  person,
  scope,
  base,
  releaseFor,
}: QueryPrefetcherOptions): QueryPrefetcher {
  let held: Held[] = [];
  /** Time of the last request per URL. */
  const asked = new Map<string, number>();
  const isFresh = (since = -Infinity) => performance.now() - since <= USABLE_FOR;

  function drop(): void {
    held = [];
    asked.clear();
  }

  function take(url: string, headers: object): Held | undefined {
    const found = held.find(
      (one) =>
        one.url === url &&
        one.path === window.location.pathname &&
        isFresh(one.since) &&
        one.person === person() &&
        one.version === releaseFor(one.remote)?.version &&
        sameHeaders(one.headers, headers),
    );
    held = held.filter((one) => one !== found && isFresh(one.since));
    return found;
  }

  return {
    drop,
    async ask(remote, path) {
      const [viewer, workspace, release] = [person(), scope(), releaseFor(remote)];
      const route = release?.descriptor.routes.find((one) => one.path === path);
      const isUsual = base() === DEFAULT_BASE;
      if (!viewer || !workspace || !route || !isUsual || path === window.location.pathname) return;
      const wanted = buildFirstReads(route, { pathname: path, search: '' }, workspace).filter(
        ({ url }) => !isFresh(asked.get(url)),
      );
      const since = performance.now();
      const { version } = release!;
      const holdAnswer = ({ url, headers }: FirstRead) => {
        asked.set(url, since);
        const answer = ignoreRejection(read({ url, headers }));
        held.push({ url, headers, path, remote, version, person: viewer, since, answer });
        return answer;
      };
      const now = wanted.map((one) => {
        const answer = holdAnswer(one);
        // Start follow-up requests at once: the page may take this response and consume its body before the others arrive.
        const following = answer.then(async (given) =>
          Promise.all((await followUpReads(one, given, workspace)).map(holdAnswer)),
        );
        return { answer, following: ignoreRejection(following) };
      });
      for (const { answer, following } of now) {
        const { ok, status } = await answer;
        if (!ok)
          throw new Error(`The first query of ${path} failed with status ${status}.`, { cause: status });
        await following;
      }
    },
    async early(url, { method, headers = {}, signal }) {
      if (isWrite(method)) return null;
      asked.set(url, performance.now());
      const answer = await take(url, headers)?.answer.catch(() => null);
      signal?.throwIfAborted();
      return answer?.ok ? answer : null;
    },
  };
}
