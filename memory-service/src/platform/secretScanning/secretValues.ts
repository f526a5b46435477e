/** Decides whether the value under a secret's name is a secret. */
import { isPasswordName, isPinName } from './secretNames';
import { isRandomLetters } from './randomLetters';

/** Placeholders, and references to a value stored elsewhere. */
const PLACEHOLDER =
  /^(?:[$%<{[(]|process\.|os\.|env[.:]|import\.|vault:|op:\/\/|arn:|https?:|\/|\.\/|~\/|self\.|this\.)|\.\.\.|…|\*{3}|x{4,}|^your[-_ ]|secret removed|redacted|changeme|placeholder|^(?:my[-_])?(?:password|secret|token|api[-_]?key)s?$/i;
/** Identifiers: words and small numbers joined by dots, hyphens or underscores, and file names. */
const IDENTIFIER =
  /^[a-z]+$|^(?:[a-z]+\d{0,2}|v?\d{1,3})(?:[-_.:/](?:[a-z]+\d{0,2}|v?\d{1,3}))+$|\.(?:pem|key|json|ya?ml|txt|env|tsx?|jsx?|py)$/i;
const CODE = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const COMMON =
  /^(?:string|number|boolean|required|optional|undefined|disabled|encrypted|incorrect|forgotten|mismatch|invalid|missing|expired|unknown|hidden|1password)$/i;

const hasDigit = (text: string) => /\d/.test(text);
const hasLetter = (text: string) => /[A-Za-z]/.test(text);
const hasSign = (text: string) => /[!@#$%^&*?+~=]/.test(text);

/** Strips trailing characters from a set. A regular expression would restart at each such character within the text. */
export function trimTrailing(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a value assigned to a name is a secret. */
export function isSecret(name: string, value: string, isQuoted: boolean): boolean {
  // A lower-case “pin” belongs to a chip, or pins a version.
  if (isPinName(name)) return name !== 'pin' && name !== 'Pin' && /^\d{4,8}$/.test(value);
  const isPassword = isPasswordName(name);
  const least = isPassword ? 5 : isQuoted ? 8 : 10;
  if (value.length < least || PLACEHOLDER.test(value) || COMMON.test(value)) return false;
  if (/\s/.test(value)) return isPassword && isQuoted && value.length >= 16 && !/[.:]/.test(value);
  if (isPassword && isQuoted) return value.length >= 8 || hasDigit(value) || hasSign(value);
  if (value.length >= (isPassword ? 8 : 16) && isRandomLetters(value)) return true;
  if (IDENTIFIER.test(value) || CODE.test(value)) return false;
  if (isPassword) return hasDigit(value) || hasSign(value);
  return hasDigit(value) && hasLetter(value);
}

/** Names of algorithms, which look like the start of a password. */
const METHOD =
  /^(?:sha|md|bcrypt|argon|base|utf|oauth|rfc|scrypt|pbkdf|http|aes|rsa|hmac|totp|iso|v)-?\d{1,4}(?:[a-z]{0,2}$|[-/:.])/i;
const CALL = /^[A-Za-z_$][\w$.]*\([^()]*\)?$/;
/** Numbers with a unit or suffix, words with a number, dates, addresses, and issue references. */
const NO_SECRET = [
  /^\d+(?:[.,]\d+)*[a-z%+]{0,6}$/i,
  /^[a-z]+\d{0,2}$/i,
  /^\d{2,4}[-./]\d{1,2}[-./]\d{1,4}$/,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^(?:[a-z\d_]*|[A-Z\d_]*|[Ii]ssues?|[Bb]ug|[Tt]icket|[Pp]ull|Git[Hh]ub|Git[Ll]ab|Jira)#\d+$/,
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
];

/** `page2Token`, `userToken1` */
const COUNTED_NAME = /^[A-Za-z][a-z]{2,30}\d{0,2}(?:[A-Z][a-z]{2,30}\d{0,2}){1,9}$/;

/**
 * Whether a value told in a sentence is a secret. Sentences are ambiguous: punctuation at the end of the value belongs to the sentence, and
 * with `isFar`, when other words separate the name and the verb, the value must not look like a word.
 */
export function isToldSecret(
  name: string,
  value: string,
  { isQuoted, isFar }: { isQuoted: boolean; isFar: boolean },
): boolean {
  if (!isSecret(name, value, isQuoted)) return false;
  if (isPinName(name) || isRandomLetters(value)) return true;
  if (/\s/.test(value)) return !isFar || /phrase/i.test(name);
  if (METHOD.test(value) || CALL.test(value)) return false;
  if (!isQuoted && !hasDigit(value) && !hasSign(trimTrailing(value, '!?*='))) return false;
  if (!isFar) return true;
  if (/^\d{5,}$/.test(value)) return isPasswordName(name);
  if (NO_SECRET.some((pattern) => pattern.test(value))) return false;
  if (!isPasswordName(name) && (COUNTED_NAME.test(value) || /^\w*#\d+$/.test(value))) return false;
  return hasDigit(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value) && hasSign(value));
}
