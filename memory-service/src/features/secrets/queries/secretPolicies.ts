/** Secret policies of workspaces, and screening of texts before they are stored. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { SecretMode } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { maskText } from '../../../platform/secretScanning/scanText';
import {
  chooseKeywords,
  knownSecrets,
  mayHoldSecret,
  replaceSecrets,
} from '../../../platform/secretScanning/replaceSecrets';
import type { SecretText } from '../../../platform/secretScanning/replaceSecrets';
import type { Handle } from '../../../platform/database/database';
import { inWorkspace, nameTenant } from '../../../platform/database/conditions';
import { secretFindings, secretPolicies } from '../../../schema/secrets';
import { HttpProblem } from '../../../platform/http/problem';
import { wireName } from '../../../schema/blockColumns';

/** Public data is always masked: guests can read it, and there is no manager to set a policy. */
const PUBLIC_MODE: SecretMode = 'mask';
const DEFAULT_MODE: SecretMode = 'mark';

const selectPolicy = (place: Ownership) =>
  place.organizationId === null
    ? eq(secretPolicies.ownerUserId, place.ownerUserId ?? '')
    : eq(secretPolicies.organizationId, place.organizationId);

/** The policy of a workspace. */
export async function secretMode(handle: Handle, place: Ownership): Promise<SecretMode> {
  if (place.visibilityScope === 'public') return PUBLIC_MODE;
  const [row] = await handle
    .select({ mode: secretPolicies.mode })
    .from(secretPolicies)
    .where(selectPolicy(place));
  return row?.mode ?? DEFAULT_MODE;
}

/** Stores the policy of a personal workspace or an organization. */
export async function setSecretMode(handle: Handle, place: Ownership, mode: SecretMode): Promise<void> {
  const { ownerUserId, organizationId } = place;
  const target = organizationId === null ? secretPolicies.ownerUserId : secretPolicies.organizationId;
  await handle
    .insert(secretPolicies)
    .values({ ownerUserId, organizationId, tenantId: nameTenant(place), mode })
    .onConflictDoUpdate({ target, set: { mode, updatedAt: sql`now()` } });
}

/** A secret found in a text, with the API name of its field; does not contain the secret itself. */
export interface FoundSecret {
  field: string;
  kind: string;
  hash: string;
}

/** Thrown for a write with secrets in a workspace that refuses them: 422 with their kinds and fields, never the secrets. */
export class SecretRefused extends HttpProblem {
  override name = 'SecretRefused';

  constructor(found: readonly FoundSecret[]) {
    const places = [...new Set(found.map(({ kind, field }) => `${kind} in ${field}`))].join(', ');
    super(
      422,
      `This workspace rejects secrets, and the text contains one (${places}). Remove it and try again.`,
      { code: 'secret_refused', secrets: found.map(({ kind, field }) => ({ kind, field })) },
    );
  }
}

/** Hash of a secret, equal for equal secrets of one workspace. */
export function hashSecret(place: Ownership, text: string): string {
  const workspace = place.organizationId ?? place.ownerUserId ?? 'public';
  return createHash('sha256').update(`${workspace} ${text}`).digest('hex');
}

/** Hashes of a workspace's texts that a person marked as not secret. */
export async function dismissedSecrets(handle: Handle, place: Ownership): Promise<Set<string>> {
  const rows = await handle
    .selectDistinct({ hash: secretFindings.secretHash })
    .from(secretFindings)
    .where(sql`${inWorkspace(secretFindings, place)} and ${secretFindings.state} = 'not_a_secret'`);
  return new Set(rows.flatMap(({ hash }) => hash ?? []));
}

/** Length-limited texts, which a mask replaces entirely. */
const SHORT = new Set(['priority', 'category', 'agent_name', 'keyword_text']);

/** Texts ready to be stored, and the secrets found in them. */
export interface Screened<T> {
  values: T;
  found: FoundSecret[];
  /** Secrets to remove from the rest of the memory as well. Used within the same write and never stored. */
  known: readonly SecretText[];
  mode: SecretMode;
}

/** Finds possible secrets in the texts of one memory. */
export async function findSuspects(
  place: Ownership,
  values: object,
): Promise<Pick<Screened<unknown>, 'found' | 'known'>> {
  const found: FoundSecret[] = [];
  const isSuspect = await mayHoldSecret(values);
  const known = isSuspect ? await knownSecrets(values) : [];
  if (isSuspect)
    for (const [name, value] of Object.entries(values))
      await replaceSecrets(
        value,
        ({ kind, text }) => {
          found.push({ field: wireName(name), kind, hash: hashSecret(place, text) });
          return true;
        },
        known,
      );
  return { found, known };
}

/**
 * Warms the caches for the texts of a write before its transaction, so that slow detection does not run while holding locks.
 * @param content of a new memory, which gets keywords.
 */
export async function readAhead(values: object, content?: string): Promise<void> {
  const isSuspect = await mayHoldSecret(values);
  const known = isSuspect ? await knownSecrets(values) : [];
  if (content !== undefined) await chooseKeywords(content, { found: isSuspect ? [values] : [], known });
}

/** Finds secrets in texts and looks up the workspace's policy. Queries the database only if there are secrets. */
export async function checkTexts(
  handle: Handle,
  place: Ownership,
  values: object,
): Promise<Omit<Screened<unknown>, 'values'> & { dismissed: ReadonlySet<string> }> {
  const { found, known } = await findSuspects(place, values);
  if (found.length === 0) return { found, known, dismissed: new Set(), mode: DEFAULT_MODE };
  const dismissed = await dismissedSecrets(handle, place);
  return {
    found: found.filter(({ hash }) => !dismissed.has(hash)),
    known: known.filter(({ text }) => !dismissed.has(hashSecret(place, text))),
    dismissed,
    mode: await secretMode(handle, place),
  };
}

/**
 * Origin of the texts: `given` ones follow the policy; `derived` ones, computed from stored texts, are masked instead of refused; `masked`
 * ones are always masked.
 */
export type Screening = 'given' | 'derived' | 'masked';

const modeFor = (chosen: SecretMode, screening: Screening): SecretMode =>
  screening === 'masked' || (screening === 'derived' && chosen === 'refuse') ? 'mask' : chosen;

/** Screens the texts of one write, and masks or refuses secrets according to the workspace's policy. */
export async function screenTexts<T extends object>(
  handle: Handle,
  place: Ownership,
  values: T,
  screening: Screening = 'given',
): Promise<Screened<T>> {
  const { found: real, known, dismissed, mode: chosen } = await checkTexts(handle, place, values);
  const names = Object.entries(values) as [keyof T & string, unknown][];
  const mode = modeFor(chosen, screening);
  if (real.length === 0 || mode === 'mark') return { values, found: real, known, mode };
  if (mode === 'refuse') throw new SecretRefused(real);
  const result: Record<string, unknown> = {};
  for (const [name, value] of names) {
    const field = wireName(name);
    const secret = real.find((one) => one.field === field);
    const isWhole = secret && SHORT.has(field);
    result[name] = isWhole
      ? maskText(secret.kind)
      : await replaceSecrets(value, ({ text }) => dismissed.has(hashSecret(place, text)), known);
  }
  return { values: result as T, found: real, known, mode };
}

/** Drops given keywords that contain a secret of the memory, except in a workspace that marks, which keeps the text as well. */
export const dropKnownSecrets = (
  words: readonly string[],
  { known, mode }: Pick<Screened<unknown>, 'known' | 'mode'>,
): string[] =>
  words.filter(
    (word) => mode === 'mark' || !known.some(({ text }) => word.toLowerCase().includes(text.toLowerCase())),
  );
