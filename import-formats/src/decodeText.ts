/** Decodes the bytes of a file without losing a character, or reports why it cannot. */
import { analyse } from 'chardet';
import { resolveChoice, Unreadable, type Source } from './source';

const MARKS: readonly [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes sampled to detect the encoding. */
const SAMPLE = 64 * 1024;
/** Minimum confidence of a detected encoding, in percent. */
const LEAST_CONFIDENCE = 10;
const MAX_ENCODINGS = 4;
/** The generic currency sign in windows-1252, which is practically unused, but the euro in ISO 8859-15. */
const CURRENCY_OR_EURO = 0xa4;
const NOT_TEXT = 'It is not a text file.';

/** @returns undefined when the bytes are not valid in this encoding. */
function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Detects UTF-16 without a byte order mark: Latin text has a zero in every second byte. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0];
  const end = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (odd > end / 8 && even < odd / 8) return 'utf-16le';
  if (even > end / 8 && odd < even / 8) return 'utf-16be';
  return undefined;
}

/** A sample around the first non-ASCII byte. */
function nonAsciiSample(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  return bytes.subarray(Math.max(0, first - 1000), first + SAMPLE);
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether most non-ASCII characters are valid UTF-8, so that only a few bytes are corrupt. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const lost = count(text, /\uFFFD/g);
  return count(text, /[^\0-\x7F\uFFFD]/g) >= 3 * lost;
}

// oxlint-disable-next-line no-control-regex -- Control characters tell bytes from text.
const CONTROLS = /[\0-\x08\x0E-\x1A\x1C-\x1F\x7F-\x9F]/;

/** A few words around the first non-ASCII letter, so that the user can recognize the right encoding. */
const excerpt = (text: string): string => /[^\n]{0,20}[^\0-\x7F][^\n]{0,20}/.exec(text)?.[0].trim() ?? '';

const OTHER_SCRIPTS =
  /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Thai}/u;

/** Whether most letters of accented words carry an accent: the sign of another script decoded as a Western one. */
function isGarbled(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /[^\0-\x7F]/.test(word));
  const letters = words.join('');
  return count(letters, /[\u0080-\u024F]/g) > 0.6 * letters.length;
}

/** Decodes text in a single-byte or East Asian encoding. */
function decodeByDetector(bytes: Uint8Array, source: Source): string {
  const sample = nonAsciiSample(bytes);
  if (isDamagedUtf8(sample)) throw new Unreadable('The file is damaged: some bytes are not valid UTF-8.');
  const detected = analyse(sample)
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map(({ name }) => (name === 'ISO-8859-1' ? 'windows-1252' : name.toLowerCase()));
  const texts = new Map<string, string>();
  const western = sample.includes(CURRENCY_OR_EURO) ? ['windows-1252', 'iso-8859-15'] : ['windows-1252'];
  for (const encoding of new Set([...detected, ...western])) {
    const text = decodeAs(encoding, sample);
    if (text !== undefined && !CONTROLS.test(text) && !texts.has(text)) texts.set(text, encoding);
  }
  const readable = [...texts].slice(0, MAX_ENCODINGS);
  const [first] = readable;
  if (!first) throw new Unreadable(NOT_TEXT);
  const guess =
    (isGarbled(first[0]) && readable.find(([text]) => OTHER_SCRIPTS.test(text))) ||
    (first[0].includes('¤') && readable.find(([text]) => text.includes('€'))) ||
    first;
  const options = readable.map(([text, value]) => ({ value, label: `${value}: ${excerpt(text)}` }));
  const encoding =
    options.length === 1
      ? guess[1]
      : resolveChoice(source, 'encoding', 'Encoding of the text', options, guess[1]);
  const text = decodeAs(encoding, bytes);
  if (text === undefined || text.includes('\0')) throw new Unreadable(NOT_TEXT);
  return text;
}

/** @throws Unreadable for bytes that are not text. */
export function decodeText(bytes: Uint8Array, source: Source): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const encoding = marked ?? detectUtf16(bytes) ?? 'utf-8';
  const text = decodeAs(encoding, bytes);
  if (text === undefined) {
    if (encoding === 'utf-8' && !marked) return decodeByDetector(bytes, source);
    throw new Unreadable(`The file is damaged: some bytes are not valid ${encoding.toUpperCase()}.`);
  }
  if (text.includes('\0')) throw new Unreadable(NOT_TEXT);
  if (encoding !== 'utf-8') source.notes.add(`Its text is encoded as ${encoding.toUpperCase()}.`);
  return text;
}
