/** Replaces secrets anywhere in a value: a text, or JSON with texts and keys. */
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { hiddenMark, maskSecretsIn, maskText, mergeSecrets, withoutMasks } from './scanText';
import type { Secret } from './scanText';
import { isRandomLetters } from './randomLetters';
import type { SecretText } from './knownSecrets';
import { KEY, PASSWORD, UNSPACED_PASSWORD } from './secretNames';
import { repeatsInThread, scanTextInThread } from './textWork';
import { extractKeywordsInThread } from '../text/keywordWork';

export type { SecretText } from './knownSecrets';

/** The secrets of a text in order, without overlaps. */
const findSecrets = (text: string): Promise<Secret[]> => scanTextInThread.once(text);

/** Whether a secret is kept unmasked. */
type Keeps = (secret: SecretText) => boolean;

const TELLING_KEY = new RegExp(`${PASSWORD}|${UNSPACED_PASSWORD}|${KEY}|key`, 'i');

/** The secrets of a text, including one identified only by its key. */
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

/** The texts and keys of a value, one per line; a value that may be secret because of its key includes the key. */
function splitLines(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    if (UUID_PATTERN.test(value)) return [];
    return TELLING_KEY.test(key) ? [`${key}: "${value}"`, value] : [value];
  }
  if (Array.isArray(value)) return value.flatMap((item) => splitLines(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([property, item]) => [property, ...splitLines(item, property)]);
}

/** A longer text is scanned separately, so its cached result can be reused by the next scan. */
const LONG = 4_000;

/** Whether a value may contain a secret; scans all of its short texts at once. */
export async function mayHoldSecret(value: unknown): Promise<boolean> {
  const lines = splitLines(value);
  const short = lines.filter(({ length }) => length < LONG).join('\n');
  for (const text of [...lines.filter(({ length }) => length >= LONG), short])
    if ((await findSecrets(text)).length > 0) return true;
  return false;
}

/** Masks the secrets of a value and known ones, except for those to keep. */
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

/** Masking short secrets and plain words would also remove unrelated text. */
const isUnmistakable = ({ text }: SecretText) =>
  text.length >= 8 && (/[\d!@#$%^&*?+~=]/.test(text) || isRandomLetters(text));

/** The secrets of a value that count as the same secret anywhere in it, even without a revealing name. */
export async function knownSecrets(value: unknown): Promise<SecretText[]> {
  const found = new Map<string, SecretText>();
  await replaceSecrets(value, (secret) => {
    if (isUnmistakable(secret)) found.set(secret.text, secret);
    return true;
  });
  return [...found.values()];
}

/** Keywords for a memory without any: excludes secrets kept in its text, secrets known from its other texts, and the words of masks. */
export async function chooseKeywords(
  content: string,
  { found, known }: { found: readonly unknown[]; known: readonly SecretText[] },
): Promise<string[]> {
  const text = found.length > 0 ? await replaceSecrets(content, () => false, known) : content;
  return extractKeywordsInThread.once(withoutMasks(text));
}

/** Removes secrets and masks from a text, for the choice of keywords. */
export const withoutSecrets = async (text: string): Promise<string> => withoutMasks(await maskSecrets(text));

const withoutAny = async <T>(value: T, mask: typeof maskText): Promise<T> =>
  (await mayHoldSecret(value)) ? replaceSecrets(value, () => false, await knownSecrets(value), mask) : value;

/** Masks all secrets of a value, for stored request data: queries, payloads and results of jobs. */
export const maskSecrets = <T>(value: T): Promise<T> => withoutAny(value, maskText);

/** Hides the secrets of a value for a reviewer; they are still stored. */
export const hideSecrets = <T>(value: T): Promise<T> => withoutAny(value, hiddenMark);
