/** Parses the arguments of release commands; each error is one sentence. */
import type { AutoCanary } from '@hindsight/shared-contracts/registry';
import type { Audience } from './actions';
import { DEFAULT_MIN_PEOPLE, DEFAULT_STEPS, DEFAULT_WAIT_MS } from './autoCanary';
import { commandName } from './commandName';

/** A version is also a folder name and a URL segment. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const PERCENT = /^(\d+(?:\.\d+)?)%?$/;
const ORGANIZATION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws Error that lists the valid remotes. */
export function remoteFrom(word: string | undefined, remotes: readonly string[]): string {
  const remote = word?.replace(/^remote-/, '');
  if (remote !== undefined && remotes.includes(remote)) return remote;
  const problem = word === undefined ? 'Which remote?' : `There is no remote "${word}".`;
  throw new Error(`${problem} Remotes: ${remotes.join(', ')}.`);
}

/** @throws Error unless it is a version such as 1.1.0 or 1.1.0-3f2a91c0. */
export function versionFrom(word: string | undefined): string {
  if (word !== undefined && VERSION.test(word)) return word;
  const problem = word === undefined ? 'Which version?' : `"${word}" isn’t a version.`;
  throw new Error(
    `${problem} Versions look like 1.1.0; \`${commandName('releases')}\` lists the published ones.`,
  );
}

/**
 * Audience of a canary: a percentage of all organizations, individual ones, or both.
 * @throws Error when nothing is given, a word is neither, or the percentage is not between 0 and 100.
 */
export function audienceFrom(words: readonly string[]): Audience {
  const audience: { percent?: number; organizations?: string[] } = {};
  for (const word of words) {
    const percent = PERCENT.exec(word)?.[1];
    if (percent !== undefined) {
      if (Number(percent) > 100) throw new Error(`A share can’t be more than 100 percent, not ${word}.`);
      if (audience.percent !== undefined) throw new Error('A canary has only one share.');
      audience.percent = Number(percent);
    } else if (ORGANIZATION.test(word)) {
      audience.organizations = [...(audience.organizations ?? []), word.toLowerCase()];
    } else {
      throw new Error(`"${word}" is neither a share such as 10 nor an organization ID.`);
    }
  }
  if (words.length === 0) throw new Error('Who gets it? A share such as 10, organization IDs, or off.');
  return audience;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Options of an automatic canary, as typed. */
export interface AutoOptions {
  steps?: string | undefined;
  wait?: string | undefined;
  minPeople?: string | undefined;
}

function stepsFrom(text: string): number[] {
  const steps = text.split(',').map((word) => Number(PERCENT.exec(word.trim())?.[1] ?? Number.NaN));
  const grows = steps.every((step, index) => step > (steps[index - 1] ?? 0) && step <= 100);
  if (!grows) throw new Error(`--steps must be growing shares up to 100 such as 1,10,50,100, not "${text}".`);
  return steps;
}

function waitFrom(text: string): number {
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`--wait must be a time such as 30m, 2h or 90s, not "${text}".`);
  return Number(number) * UNITS[unit]!;
}

/**
 * Schedule of an automatic canary.
 * @throws Error with one sentence about the invalid option.
 */
export function autoFrom({ steps, wait, minPeople }: AutoOptions): AutoCanary {
  const people = Number(minPeople ?? DEFAULT_MIN_PEOPLE);
  if (!Number.isInteger(people) || people < 1)
    throw new Error(`--min-people must be a whole number of people, at least 1, not "${minPeople}".`);
  return {
    steps: steps === undefined ? [...DEFAULT_STEPS] : stepsFrom(steps),
    waitMs: wait === undefined ? DEFAULT_WAIT_MS : waitFrom(wait),
    minTabs: people,
    since: new Date().toISOString(),
  };
}
