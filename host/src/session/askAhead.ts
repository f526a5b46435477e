/** Asks what a page asks first before a person opens it, and hands the answers to the page once it is open. */
import { DEFAULT_BASE, isWrite, type ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import type { Release } from '@hindsight/shared-contracts/registry';
import { firstReads, read, readsAfter, ignoreRejection, type FirstRead } from '../boot/firstReads';
import { sameHeaders, USABLE_FOR } from './firstAnswers';

interface AskAheadOptions {
  /** Id of the person who is signed in; null while nobody is. */
  person(): string | null;
  scope(): ActiveScope | null;
  /** Where the page asks; nothing is asked ahead of another base than the usual one. */
  base(): string;
  /** The release that the page works with. */
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

export interface AskAhead {
  /**
   * Asks for a page of a remote. What the page asked itself a moment ago is left out, because its cache still has it.
   * @throws Error when an answer is a failure; the page asks again and shows its own.
   */
  ask(remote: string, path: string): Promise<void>;
  /** Forgets all answers, because the rows may have changed, e.g. by a write that has ended. */
  drop(): void;
  /** The answer to a request of the open page, once. */
  early: NonNullable<ClientEnvironment['early']>;
}

/** @returns a place for answers that a page will ask for, of one person, workspace and release, for as long as rows count as fresh. */
export function createAskAhead({ person, scope, base, releaseFor }: AskAheadOptions): AskAhead {
  let held: Held[] = [];
  /** When an address was asked for last. */
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
      const wanted = firstReads(route, { pathname: path, search: '' }, workspace).filter(
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
        // At once: the page may take the answer, and read it to its end, before the others have come.
        const following = answer.then(async (given) =>
          Promise.all((await readsAfter(one, given, workspace)).map(holdAnswer)),
        );
        return { answer, following: ignoreRejection(following) };
      });
      for (const { answer, following } of now) {
        const { ok, status } = await answer;
        if (!ok) throw new Error(`What ${path} asks first was answered with ${status}.`, { cause: status });
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
