/** Finds secrets told in sentences: “the password of the safe is …”, “Das Passwort wurde auf … geändert”, 「パスワードは…です」. */
import { KEY, classifyName, LOGIN, PASSWORD, UNSPACED_PASSWORD } from './secretNames';
import { isToldSecret, trimTrailing } from './secretValues';

const QUOTED = String.raw`"([^"\n]+)"|'([^'\n]+)'|` + '`([^`\\n]+)`' + '|[“„«]\\s?([^“”„«»\\n]+?)\\s?[”“»]';
const BARE = String.raw`([^\s"'“”„«»<>` + '`]+)';

/** “The length of the password is …” is about something else. */
const ABOUT_ELSE =
  /\b(?:ids?|names?|length|hash|types?|versions?|formats?|columns?|fields?|paths?|files?|urls?|prefix|numbers?|counts?|age|lifetime|ttl|expiry)\s(?:of|for|in|on|from)\s(?:\w{1,6}\s)?$/i;
/** Characters before a name in which it may begin. */
const BEFORE = 30;

/** The purpose of the secret, in a few words. */
const PREPOSITION =
  'of|for|to|on|in|at|from|by|you|we|I|that|which|für|zum|zur|vom|von|des|der|du|de|del|la|pour|para|della|di|do|da|van|voor|от|для';
const WORD = String.raw`[^\s,;:!?()\[\]{}<>=]{0,39}[^\s,;:.!?()\[\]{}<>=]`;
const PURPOSE = String.raw`(\s\(?(?:${PREPOSITION})(?:\s${WORD}){1,5}?\)?|\s\p{Script=Arabic}{1,20})`;

const CHANGED = '(?:set|changed|reset|updated|rotated)';
const VERB = `(?:is|was|are|were|reads|equals|becomes|to|(?:has|had|have|will|should|must) (?:been|be)|${CHANGED} (?:to|from)|ist|war|lautet|lauten|heißt|wurde|est|était|es|era|fue|ahora es|è|é|jest|är|это|هي|هو|a été|ha sido)`;
const ADVERB = `(?:now|currently|still|just|to|as|from|${CHANGED}|jetzt|nun|aktuell|auf|maintenant|désormais|ahora|agora|changé en|changé pour|cambiad[ao] a)`;
const VALUE = String.raw`\s[*_]{0,2}(?:${QUOTED}|${BARE})`;

const NAME = `(${PASSWORD}|${KEY})`;
const STATEMENT = String.raw`${NAME}${PURPOSE}?\s${VERB}(?:\s${ADVERB}){0,3}\s?:?${VALUE}`;
/** The new value, after the old one. */
const REPLACED = String.raw`${NAME}${PURPOSE}?(?:\s[a-z]{2,4}){0,2}\s${CHANGED}\sfrom\s\S{1,64}\sto${VALUE}`;
/** “Password for the safe: …” */
const LABELLED = String.raw`${NAME}${PURPOSE}\s?[:=]${VALUE}`;
/** Without a verb: “as admin with password …”, “the API key … was refused”. */
const NAMED_PASSWORD = String.raw`\b(${PASSWORD})()\s(?=\S*\d)(?=\S*[A-Za-z])(?:${QUOTED}|${BARE})`;
const NAMED_KEY = String.raw`\b(${KEY})()\s(?=\S*\d)(?=\S*[A-Za-z])(?:${QUOTED}|([A-Za-z0-9_]{20,})(?![\w-]))`;
/** ASCII characters only, which end where the sentence continues. */
const UNSPACED = String.raw`(${UNSPACED_PASSWORD})()["']?\s?(?:[はがを:：=＝是为為는은를을]|已?改[为為成])\s?[「『“"'\x60]?([!#-&(-_a-~]{4,100})`;

/** “Login admin / …”: only a value with a letter, a digit and a symbol, because login pages and errors are also written with a slash. */
const PAIR = String.raw`(${LOGIN})(\s?[:：=]?\s?[\w.@+-]{2,60}\s/)(?=\s\S*\d)(?=\s\S*[A-Za-z])(?=\s\S*[!@#$%^&*?+~])\s(?:${QUOTED}|([^\s"'“”„«»<>/=\x60]{8,64})(?![^\s]))`;

const UNSPACED_NAME = new RegExp(`^(?:${UNSPACED_PASSWORD})$`);

/** In each, group 1 is the name, group 2 its purpose, and one of the others the value; the last one is the unquoted value. */
const PATTERNS = [STATEMENT, REPLACED, LABELLED, NAMED_PASSWORD, NAMED_KEY, UNSPACED, PAIR].map(
  (source) => new RegExp(source, 'diuy'),
);
/** Prefilter: a single search for the names takes a third of the time of a search per pattern. */
const ANY_NAME = new RegExp(`${PASSWORD}|${KEY}|${UNSPACED_PASSWORD}|${LOGIN}`, 'giu');

/** The secret that a pattern finds at a name. */
function matchSecretAt(text: string, at: number, pattern: RegExp) {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return [];
  const [, name = '', purpose, ...values] = match;
  const index = values.findIndex((value) => value !== undefined);
  const [start] = match.indices?.[index + 3] ?? [];
  if (start === undefined) return [];
  const isQuoted = index < values.length - 1;
  // Sentence punctuation and Markdown characters are not part of the value.
  const value = isQuoted ? (values[index] ?? '') : trimTrailing(values[index] ?? '', '.,;:()[]{}*_');
  const isFar = Boolean(purpose) || UNSPACED_NAME.test(name);
  if (!isToldSecret(name, value, { isQuoted, isFar })) return [];
  return [{ start, end: start + value.length, kind: classifyName(name) }];
}

/** Locates secrets told in sentences. */
export function findSecretsInSentences(text: string): { start: number; end: number; kind: string }[] {
  return [...text.matchAll(ANY_NAME)].flatMap(({ index }) =>
    ABOUT_ELSE.test(text.slice(Math.max(0, index - BEFORE), index))
      ? []
      : PATTERNS.flatMap((pattern) => matchSecretAt(text, index, pattern)),
  );
}
