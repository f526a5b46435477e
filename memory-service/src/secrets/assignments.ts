/** Finds secrets by the name that they are given: `api_key = "…"`, `password: …`, “the password is …”. */
import { isRandomLetters } from './randomLetters';

const PASSWORD =
  'passw(?:or)?(?:d|t)|passphrase|passcode|pwd|kennwort|contraseña|mot de passe|(?<=_)pass|(?<![A-Za-z])pw';
const KEY =
  'secret|token|credentials?|(?:api|access|auth|account|private|encryption|signing|secret|master)[ _-]?key';
const NAME = `(${PASSWORD}|${KEY})`;
/** What follows the name within the same identifier; a name such as `token_url` or `tokenizer` is of something else. */
const SUFFIX = String.raw`(?![_-]?(?:id|url|uri|name|type|file|path|ttl|count|limit|length|hash|expiry|expires|prefix|field|policy|env|ref)\b)(?:s|[_-][A-Za-z0-9_-]{1,30}|\d{1,3})?(?![A-Za-z])`;
const QUOTED = String.raw`\\?"((?:[^"\\\n]|\\(?!"))+)\\?"|'([^'\n]+)'|` + '`([^`\\n]+)`';
const BARE = String.raw`([^\s"'` + '`' + String.raw`,;<>()\[\]{}]+)`;

const ASSIGNED = new RegExp(
  String.raw`${NAME}${SUFFIX}\\?["'\x60*]{0,3}\s{0,3}(?:=>|:=|={1,3}|:)\s{0,3}[*]{0,2}(?:${QUOTED}|(?<!==\s{0,3})${BARE})`,
  'gdi',
);
const SAID = new RegExp(
  String.raw`\b${NAME}\s(?:is|was|=|to|ist|war|lautet|est|es)\s(?:${QUOTED}|${BARE})`,
  'gdi',
);
/** Names of methods, which begin as a password could. */
const METHOD = String.raw`(?:sha|md|bcrypt|argon|base|utf|oauth|rfc|scrypt|pbkdf|http|v)-?\d`;
/** Without a verb: “as admin with password …”, “the API key … was refused”. */
const NAMED_PASSWORD = new RegExp(
  String.raw`\b(${PASSWORD})\s(?!["']?${METHOD})(?=\S*\d)(?=\S*[A-Za-z])(?:${QUOTED}|${BARE})`,
  'gdi',
);
const NAMED_KEY = new RegExp(
  String.raw`\b(${KEY})\s(?=\S*\d)(?=\S*[A-Za-z])(?:${QUOTED}|([A-Za-z0-9_]{20,})(?![\w-]))`,
  'gdi',
);
const TAGGED = new RegExp(String.raw`<\w{0,30}?${NAME}${SUFFIX}>([^<>\s]{5,})</`, 'gdi');
const OPTION = new RegExp(String.raw`--${NAME}\s+(?:${QUOTED}|${BARE})`, 'gdi');

/** Stands for a value or reads it from elsewhere. */
const PLACEHOLDER =
  /^(?:[$%<{[(]|process\.|os\.|env[.:]|import\.|vault:|op:\/\/|arn:|https?:|\/|\.\/|~\/|self\.|this\.)|\.\.\.|…|\*{3}|x{4,}|^your[-_ ]|secret removed|redacted|changeme|placeholder|^(?:my[-_])?(?:password|secret|token|api[-_]?key)s?$/i;
/** Names of things: words and small numbers joined by dots, hyphens or underscores, and files. */
const IDENTIFIER =
  /^[a-z]+$|^(?:[a-z]+\d{0,2}|v?\d{1,3})(?:[-_.:/](?:[a-z]+\d{0,2}|v?\d{1,3}))+$|\.(?:pem|key|json|ya?ml|txt|env|tsx?|jsx?|py)$/i;
const CODE = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const COMMON =
  /^(?:string|number|boolean|required|optional|undefined|disabled|encrypted|incorrect|forgotten|mismatch|invalid|missing|expired|unknown|hidden)$/i;

const hasDigit = (text: string) => /\d/.test(text);
const hasLetter = (text: string) => /[A-Za-z]/.test(text);
const hasSign = (text: string) => /[!@#$%^&*?+~=]/.test(text);

function isSecret(
  value: string,
  { isPassword, isQuoted }: { isPassword: boolean; isQuoted: boolean },
): boolean {
  const least = isPassword ? 5 : isQuoted ? 8 : 10;
  if (value.length < least || PLACEHOLDER.test(value) || COMMON.test(value)) return false;
  if (/\s/.test(value)) return isPassword && isQuoted && value.length >= 16 && !/[.:]/.test(value);
  if (isPassword && isQuoted) return value.length >= 8 || hasDigit(value) || hasSign(value);
  if (value.length >= (isPassword ? 8 : 16) && isRandomLetters(value)) return true;
  if (IDENTIFIER.test(value) || CODE.test(value)) return false;
  if (isPassword) return hasDigit(value) || hasSign(value);
  return hasDigit(value) && hasLetter(value);
}

/** Where secrets are that a text assigns to a name. */
export function assignedSecrets(text: string): { start: number; end: number; kind: string }[] {
  return [ASSIGNED, SAID, NAMED_PASSWORD, NAMED_KEY, TAGGED, OPTION].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [, name = '', ...values] = match;
      const group = values.findIndex((value) => value !== undefined) + 2;
      const place = match.indices?.[group];
      if (!place) return [];
      const isQuoted = group < 5;
      // The end of a sentence is no part of the value.
      const value = isQuoted ? (match[group] ?? '') : (match[group] ?? '').replace(/[.,;:)]+$/, '');
      const isPassword = /^(?:pass|pw|kenn|contra|mot)/i.test(name);
      if (!isSecret(value, { isPassword, isQuoted })) return [];
      const kind = isPassword
        ? 'password'
        : /key/i.test(name)
          ? 'API key'
          : /token/i.test(name)
            ? 'token'
            : 'secret';
      return [{ start: place[0], end: place[0] + value.length, kind }];
    }),
  );
}
