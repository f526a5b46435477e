/** Replaces secrets anywhere in a value: a text, or JSON with texts and keys. */
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { hiddenMark, maskSecretsIn, maskText, mergeSecrets, withoutMasks } from './scanText';
import type { Secret } from './scanText';
import { isRandomLetters } from './randomLetters';
import type { SecretText } from './knownSecrets';
import { KEY, PASSWORD, UNSPACED_PASSWORD } from './secretNames';
import { repeatsInThread, scanTextInThread } from './textWork';
import { tellingKeywordsInThread } from '../text/keywordWork';

export type { SecretText } from './knownSecrets';

/** The secrets of a text in their order, none of which overlap. */
const findSecrets = (text: string): Promise<Secret[]> => scanTextInThread.once(text);

/** Whether a secret stays in its place. */
type Keeps = (secret: SecretText) => boolean;

const TELLING_KEY = new RegExp(`${PASSWORD}|${UNSPACED_PASSWORD}|${KEY}|key`, 'i');

/** The secrets of a text, which may be one for the name that it has. */
async function collectSecrets(text: string, key: string): Promise<Secret[]> {
  if (text.length < 4 || UUID_PATTERN.test(text)) return [];
  const found = await findSecrets(text);
  if (found.length > 0 || !TELLING_KEY.test(key) || /["\s]/.test(text)) return found;
  const before = `${key}: "`;
  const named = await findSecrets(`${before}${text}"`);
  return named.flatMap(({ start, end, kind }) =>
    start >= before.length
      ? [{ start: start - before.length, end: Math.min(end - before.length, text.length), kind }]
      : [],
  );
}

/** The texts and keys of a value, one a line; the name goes with a value that may be a secret because of it. */
function splitLines(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    if (UUID_PATTERN.test(value)) return [];
    return TELLING_KEY.test(key) ? [`${key}: "${value}"`, value] : [value];
  }
  if (Array.isArray(value)) return value.flatMap((item) => splitLines(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([property, item]) => [property, ...splitLines(item, property)]);
}

/** A longer text is looked through by itself: what is found in it is known when it is looked through again. */
const LONG = 4_000;

/** Whether there may be a secret anywhere in a value: one search for all of its short texts. */
export async function mayHoldSecret(value: unknown): Promise<boolean> {
  const lines = splitLines(value);
  const short = lines.filter(({ length }) => length < LONG).join('\n');
  for (const text of [...lines.filter(({ length }) => length >= LONG), short])
    if ((await findSecrets(text)).length > 0) return true;
  return false;
}

/** The value with masks in place of its secrets and of those known from elsewhere, except those that are kept. */
export async function replaceSecrets<T>(
  value: T,
  keeps: Keeps,
  known: readonly SecretText[] = [],
  mask = maskText,
): Promise<T> {
  const replace = async (given: unknown, name: string): Promise<unknown> => {
    if (typeof given === 'string') {
      const secrets = mergeSecrets([
        ...(await collectSecrets(given, name)),
        ...(await repeatsInThread(given, known)),
      ]);
      const gone = secrets.filter(({ start, end, kind }) => !keeps({ kind, text: given.slice(start, end) }));
      return gone.length === 0 ? given : maskSecretsIn(given, gone, mask);
    }
    if (Array.isArray(given)) {
      const items: unknown[] = [];
      for (const item of given) items.push(await replace(item, name));
      return items;
    }
    if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype)
      return given;
    const entries: [string, unknown][] = [];
    for (const [property, item] of Object.entries(given))
      entries.push([(await replace(property, '')) as string, await replace(item, property)]);
    return Object.fromEntries(entries);
  };
  return (await replace(value, '')) as T;
}

/** Short ones and words would be taken away where they mean something else. */
const isUnmistakable = ({ text }: SecretText) =>
  text.length >= 8 && (/[\d!@#$%^&*?+~=]/.test(text) || isRandomLetters(text));

/** The secrets of a value that are the same secrets anywhere else in it, also where no name tells. */
export async function knownSecrets(value: unknown): Promise<SecretText[]> {
  const found = new Map<string, SecretText>();
  await replaceSecrets(value, (secret) => {
    if (isUnmistakable(secret)) found.set(secret.text, secret);
    return true;
  });
  return [...found.values()];
}

/**
 * Keywords for a memory without any: neither a secret that stays in its text becomes one, nor one known from its other texts, nor what masks
 * say.
 */
export async function chooseKeywords(
  content: string,
  { found, known }: { found: readonly unknown[]; known: readonly SecretText[] },
): Promise<string[]> {
  const text = found.length > 0 ? await replaceSecrets(content, () => false, known) : content;
  return tellingKeywordsInThread.once(withoutMasks(text));
}

/** A text without its secrets and without what masks say, for the choice of keywords. */
export const withoutSecrets = async (text: string): Promise<string> => withoutMasks(await maskSecrets(text));

const withoutAny = async <T>(value: T, mask: typeof maskText): Promise<T> =>
  (await mayHoldSecret(value)) ? replaceSecrets(value, () => false, await knownSecrets(value), mask) : value;

/** The value without any secret, for what is kept about a request: queries, payloads and results of jobs. */
export const maskSecrets = <T>(value: T): Promise<T> => withoutAny(value, maskText);

/** The value as it may be shown to someone who decides about it: its secrets are hidden, but still stored. */
export const hideSecrets = <T>(value: T): Promise<T> => withoutAny(value, hiddenMark);
