/** Finds secrets in texts: the rules of secretlint, and patterns for what those do not cover. */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import { assignedSecrets } from './assignments';
import { SECRET_PATTERNS } from './patterns';
import { toldSecrets } from './sentences';
import { vendorTokens } from './vendorTokens';

/** A part of a text, and which kind of secret it is. */
export interface Secret {
  start: number;
  end: number;
  kind: string;
}

/**
 * Rules that are left out: comments would switch the others off; of addresses with a password our pattern takes the password alone, so
 * that a lesson keeps the name of the host; the place that the rule of AWS names ends before the secret does.
 */
const LEFT_OUT = /-(?:filter-comments|basicauth|database-connection-string|aws)$/;

const USED = rules.filter(({ meta }) => !LEFT_OUT.test(meta.id));

/** The names of kinds that only secretlint finds; the rest of a rule's id serves for a new rule. */
const RULE_NAMES: Readonly<Record<string, string>> = {
  gcp: 'Google service account',
  privatekey: 'private key',
  shopify: 'Shopify token',
  '1password': '1Password token',
};

const nameOfRule = (id: string) => {
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
 * Runs the rules of secretlint by themselves. Its core keeps measurements of every run for as long as the process lives, and gets slower
 * with each.
 */
async function scanWithSecretlint(text: string): Promise<Secret[]> {
  const found: Secret[] = [];
  const source = toSourceCode(text);
  for (const rule of USED) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
      report: ({ range: [start, end] }) => {
        if (end > start) found.push({ start, end, kind: nameOfRule(rule.meta.id) });
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

/** Documentation writes these where a secret would be. */
const isPlaceholder = (text: string) =>
  /^(?:password|passwd|pass|pwd|secret|token|x+|\*+|\.+|(?:[<{%]|\$(?!\w+\$)).*|your[-_].*)$/i.test(text) ||
  text.includes('secret removed');

/** One secret for parts that overlap, named by the finder that comes first. */
export function mergeSecrets(found: readonly Secret[]): Secret[] {
  const all: Secret[] = [];
  for (const secret of [...found].sort((left, right) => left.start - right.start || right.end - left.end)) {
    const last = all.at(-1);
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else all.push({ ...secret });
  }
  return all;
}

/** The secrets of a text in their order, none of which overlap. */
export async function scanText(text: string): Promise<Secret[]> {
  if (text.length < 6) return [];
  const own = [
    ...scanWithPatterns(text),
    ...vendorTokens(text),
    ...assignedSecrets(text),
    ...toldSecrets(text),
  ];
  // Where a rule takes the name with the value, the value alone is enough.
  const isWider = (rule: Secret) => own.some(({ start, end }) => start >= rule.start && end <= rule.end);
  return mergeSecrets([...own, ...(await scanWithSecretlint(text)).filter((rule) => !isWider(rule))]);
}

/** What a text has in place of a secret. */
export const maskText = (kind: string) => `[secret removed: ${kind}]`;

/** What is shown in place of a secret that is still stored. */
export const hiddenMark = (kind: string) => `[hidden: ${kind}]`;

/** A text without what masks say, for the choice of its keywords. */
export const withoutMasks = (text: string) => text.replace(/\[secret removed: [^\]\n]{1,40}\]/g, ' ');

/** The text with masks in place of the secrets given. */
export function maskSecretsIn(text: string, secrets: readonly Secret[], mask = maskText): string {
  let result = '';
  let from = 0;
  for (const { start, end, kind } of secrets) {
    result += text.slice(from, start) + mask(kind);
    from = end;
  }
  return result + text.slice(from);
}
