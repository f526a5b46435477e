/** Finds secrets by the name they are assigned to: `api_key = "…"`, `password: …`, `--password …`. */
import { KEY, classifyName, PASSWORD } from './secretNames';
import { isSecret, trimTrailing } from './secretValues';

const NAME = `(${PASSWORD}|${KEY})`;
/** The rest of the identifier after the name; `token_url` or `tokenizer` name something else. */
const SUFFIX = String.raw`(?![_-]?(?:id|url|uri|name|type|file|path|ttl|count|limit|length|hash|expiry|expires|prefix|field|policy|env|ref)\b)(?:s|[_-][A-Za-z0-9_-]{1,30}|\d{1,3})?(?![A-Za-z])`;
const QUOTED = String.raw`\\?"((?:[^"\\\n]|\\(?!"))+)\\?"|'([^'\n]+)'|` + '`([^`\\n]+)`';
const BARE = String.raw`([^\s"'` + '`' + String.raw`,;<>()\[\]{}]+)`;

const ASSIGNED = new RegExp(
  String.raw`${NAME}${SUFFIX}\\?["'\x60*]{0,3}\s{0,3}(?:=>|:=|={1,3}|[:：＝])\s{0,3}[*]{0,2}(?:${QUOTED}|(?<!==\s{0,3})${BARE})`,
  'gdi',
);
const TAGGED = new RegExp(String.raw`<\w{0,30}?${NAME}${SUFFIX}>([^<>\s]{5,})</`, 'gdi');
const OPTION = new RegExp(String.raw`--${NAME}\s+(?:${QUOTED}|${BARE})`, 'gdi');

/** Locates secrets that a text assigns to a name. */
export function assignedSecrets(text: string): { start: number; end: number; kind: string }[] {
  return [ASSIGNED, TAGGED, OPTION].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [, name = '', ...values] = match;
      const group = values.findIndex((value) => value !== undefined) + 2;
      const place = match.indices?.[group];
      if (!place) return [];
      const isQuoted = group < 5;
      // Sentence punctuation is not part of the value.
      const value = isQuoted ? (match[group] ?? '') : trimTrailing(match[group] ?? '', '.,;:)');
      if (!isSecret(name, value, isQuoted)) return [];
      return [{ start: place[0], end: place[0] + value.length, kind: classifyName(name) }];
    }),
  );
}
