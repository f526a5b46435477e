/** Reads the arguments of a release command; what is wrong is one sentence. */
import type { Audience } from './actions';

/** A version is a folder's name and part of an address. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const PERCENT = /^(\d+(?:\.\d+)?)%?$/;
const ORGANIZATION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws Error that lists the remotes. */
export function remoteFrom(word: string | undefined, remotes: readonly string[]): string {
  const remote = word?.replace(/^remote-/, '');
  if (remote !== undefined && remotes.includes(remote)) return remote;
  const problem = word === undefined ? 'Which remote?' : `There is no remote "${word}".`;
  throw new Error(`${problem} Remotes: ${remotes.join(', ')}.`);
}

/** @throws Error when it is no version such as 1.1.0 or 1.1.0-3f2a91c0. */
export function versionFrom(word: string | undefined): string {
  if (word !== undefined && VERSION.test(word)) return word;
  const problem = word === undefined ? 'Which version?' : `"${word}" is no version.`;
  throw new Error(`${problem} It looks like 1.1.0; \`pnpm releases\` lists those that are published.`);
}

/**
 * Whom a canary is for: a share of all organizations, named ones, or both.
 * @throws Error when nothing is given, a word is neither, or a share is not between 0 and 100.
 */
export function audienceFrom(words: readonly string[]): Audience {
  const audience: { percent?: number; organizations?: string[] } = {};
  for (const word of words) {
    const percent = PERCENT.exec(word)?.[1];
    if (percent !== undefined) {
      if (Number(percent) > 100) throw new Error(`A share is at most 100 percent, not ${word}.`);
      if (audience.percent !== undefined) throw new Error('A canary has one share, not two.');
      audience.percent = Number(percent);
    } else if (ORGANIZATION.test(word)) {
      audience.organizations = [...(audience.organizations ?? []), word.toLowerCase()];
    } else {
      throw new Error(`"${word}" is neither a share such as 10 nor the id of an organization.`);
    }
  }
  if (words.length === 0) throw new Error('Who gets it? A share such as 10, ids of organizations, or off.');
  return audience;
}
