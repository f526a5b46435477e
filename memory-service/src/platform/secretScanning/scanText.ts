/** Finds secrets in texts with the secretlint rules and our own patterns. */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import { assignedSecrets } from './assignments';
import { SECRET_PATTERNS } from './patterns';
import { findSecretsInSentences } from './sentences';
import { vendorTokens } from './vendorTokens';

/** The location of a secret in a text, and its kind. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

/**
 * Excluded rules: one lets comments disable the others; for URLs with a password our pattern matches only the password, so a lesson keeps
 * the host name; the AWS rule reports a range that ends before the secret does.
 */
const LEFT_OUT = /-(?:filter-comments|basicauth|database-connection-string|aws)$/;

const USED = rules.filter(({ meta }) => !LEFT_OUT.test(meta.id));

/** Names of kinds that only secretlint finds; a new rule falls back to the rest of its id. */
const RULE_NAMES: Readonly<Record<string, string>> = {
  gcp: 'Google service account',
  privatekey: 'private key',
  shopify: 'Shopify token',
  '1password': '1Password token',
};

const ruleName = (id: string) => {
  const name = id.replace(/^.*secretlint-rule-/, '');
  return RULE_NAMES[name] ?? `${name} secret`;
};

const NOWHERE = { line: 1, column: 0 };

const toSourceCode = (text: string): SecretLintSourceCode => ({
  content: text,
  filePath: undefined,
  physicalFilePath: undefined,
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  ext: '.txt',
  contentType: 'text',
  hasBOM: false,
  indexToPosition: () => NOWHERE,
  positionToIndex: () => 0,
  locationToRange: () => [0, 0],
  rangeToLocation: () => ({ start: NOWHERE, end: NOWHERE }),
});

/**
 * Runs the secretlint rules without its core, which keeps measurements of every run for the lifetime of the process and gets slower with
 * each.
 */
async function scanWithSecretlint(text: string): Promise<Secret[]> {
  const found: Secret[] = [];
  const source = toSourceCode(text);
  for (const rule of USED) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
      report: ({ range: [start, end] }) => {
        if (end > start) found.push({ start, end, kind: ruleName(rule.meta.id) });
      },
      ignore: () => undefined,
    };
    await rule.create(context, {}).file?.(source);
  }
  return found;
}

function scanWithPatterns(text: string): Secret[] {
  return SECRET_PATTERNS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const place = match.indices?.[1] ?? match.indices?.[0];
      return place && !isPlaceholder(text.slice(...place)) ? [{ start: place[0], end: place[1], kind }] : [];
    }),
  );
}

/** Placeholders for secrets in documentation. */
const isPlaceholder = (text: string) =>
  /^(?:password|passwd|pass|pwd|secret|token|x+|\*+|\.+|(?:[<{%]|\$(?!\w+\$)).*|your[-_].*)$/i.test(text) ||
  text.includes('secret removed');

/** Merges overlapping findings into one secret, named by the first finder. */
export function mergeSecrets(found: readonly Secret[]): Secret[] {
  const all: Secret[] = [];
  for (const secret of [...found].sort((left, right) => left.start - right.start || right.end - left.end)) {
    const last = all.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else all.push({ ...secret });
  }
  return all;
}

/** The secrets of a text in order, without overlaps. */
export async function scanText(text: string): Promise<Secret[]> {
  if (text.length < 6) return [];
  const own = [
    ...scanWithPatterns(text),
    ...vendorTokens(text),
    ...assignedSecrets(text),
    ...findSecretsInSentences(text),
  ];
  // If a rule also includes the name, the value alone is enough.
  const isWider = (rule: Secret) => own.some(({ start, end }) => start >= rule.start && end <= rule.end);
  return mergeSecrets([...own, ...(await scanWithSecretlint(text)).filter((rule) => !isWider(rule))]);
}

/** Replacement for a removed secret. */
export const maskText = (kind: string) => `[secret removed: ${kind}]`;

/** Replacement for a secret that is hidden but still stored. */
export const hiddenMark = (kind: string) => `[hidden: ${kind}]`;

/** Removes masks from a text, for the choice of its keywords. */
export const withoutMasks = (text: string) => text.replace(/\[secret removed: [^\]\n]{1,40}\]/g, ' ');

/** Masks the given secrets in a text. */
export function maskSecretsIn(text: string, secrets: readonly Secret[], mask = maskText): string {
  let result = '';
  let from = 0;
  for (const { start, end, kind } of secrets) {
    result += text.slice(from, start) + mask(kind);
    from = end;
  }
  return result + text.slice(from);
}
