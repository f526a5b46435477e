/** What a workspace does with secrets in what is written to it, and the texts that may be stored. */
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

/** What is public is masked: guests read it, and it has no managers who could choose. */
const PUBLIC_MODE: SecretMode = 'mask';
const DEFAULT_MODE: SecretMode = 'mark';

const selectPolicy = (place: Ownership) =>
  place.organizationId === null
    ? eq(secretPolicies.ownerUserId, place.ownerUserId ?? '')
    : eq(secretPolicies.organizationId, place.organizationId);

/** The choice of a workspace. */
export async function secretMode(handle: Handle, place: Ownership): Promise<SecretMode> {
  if (place.visibilityScope === 'public') return PUBLIC_MODE;
  const [row] = await handle
    .select({ mode: secretPolicies.mode })
    .from(secretPolicies)
    .where(selectPolicy(place));
  return row?.mode ?? DEFAULT_MODE;
}

/** Stores the choice of a personal or an organization's workspace. */
export async function chooseSecretMode(handle: Handle, place: Ownership, mode: SecretMode): Promise<void> {
  const { ownerUserId, organizationId } = place;
  const target = organizationId === null ? secretPolicies.ownerUserId : secretPolicies.organizationId;
  await handle
    .insert(secretPolicies)
    .values({ ownerUserId, organizationId, tenantId: nameTenant(place), mode })
    .onConflictDoUpdate({ target, set: { mode, updatedAt: sql`now()` } });
}

/** A secret within a text, by the wire's name of the text; the secret itself is not kept. */
export interface FoundSecret {
  field: string;
  kind: string;
  hash: string;
}

/** A write that a workspace refuses because of the secrets in it: 422, which names their kinds and fields but never the secrets. */
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

/** Equal secrets of one workspace have equal hashes. */
export function hashSecret(place: Ownership, text: string): string {
  const workspace = place.organizationId ?? place.ownerUserId ?? 'public';
  return createHash('sha256').update(`${workspace} ${text}`).digest('hex');
}

/** The hashes of a workspace that a person said are no secrets. */
export async function dismissedSecrets(handle: Handle, place: Ownership): Promise<Set<string>> {
  const rows = await handle
    .selectDistinct({ hash: secretFindings.secretHash })
    .from(secretFindings)
    .where(sql`${inWorkspace(secretFindings, place)} and ${secretFindings.state} = 'not_a_secret'`);
  return new Set(rows.flatMap(({ hash }) => hash ?? []));
}

/** Texts with a limited length: a mask takes the whole place. */
const SHORT = new Set(['priority', 'category', 'agent_name', 'keyword_text']);

/** Texts as they may be stored, and the secrets that were found in them. */
export interface Screened<T> {
  values: T;
  found: FoundSecret[];
  /** What must be gone from the rest of the memory too. It is for the same write only and is not stored. */
  known: readonly SecretText[];
  mode: SecretMode;
}

/** Finds what may be secrets in the texts of one memory. */
export async function suspectsIn(
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
 * Reads the texts of a write before its transaction, for which others may wait: what takes long is done when the transaction asks for it.
 * @param content of a new memory, which gets keywords.
 */
export async function readAhead(values: object, content?: string): Promise<void> {
  const isSuspect = await mayHoldSecret(values);
  const known = isSuspect ? await knownSecrets(values) : [];
  if (content !== undefined) await chooseKeywords(content, { found: isSuspect ? [values] : [], known });
}

/** Finds the secrets of texts and what the workspace does with them. The database is asked only when there is one. */
export async function checkTexts(
  handle: Handle,
  place: Ownership,
  values: object,
): Promise<Omit<Screened<unknown>, 'values'> & { dismissed: ReadonlySet<string> }> {
  const { found, known } = await suspectsIn(place, values);
  if (found.length === 0) return { found, known, dismissed: new Set(), mode: DEFAULT_MODE };
  const dismissed = await dismissedSecrets(handle, place);
  return {
    found: found.filter(({ hash }) => !dismissed.has(hash)),
    known: known.filter(({ text }) => !dismissed.has(hashSecret(place, text))),
    dismissed,
    mode: await secretMode(handle, place),
  };
}

/** Whose texts they are: `derived` ones, which the service made of stored ones, are masked instead of refused; `masked` ones are masked whatever the workspace chose. */
export type Screening = 'given' | 'derived' | 'masked';

const modeFor = (chosen: SecretMode, screening: Screening): SecretMode =>
  screening === 'masked' || (screening === 'derived' && chosen === 'refuse') ? 'mask' : chosen;

/** Looks for secrets in the texts of one write, and masks or refuses them as the workspace chose. */
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

/** Keywords that were given for a memory, without those that hold one of its secrets; a workspace that marks keeps them as it keeps the text. */
export const withoutKnown = (
  words: readonly string[],
  { known, mode }: Pick<Screened<unknown>, 'known' | 'mode'>,
): string[] =>
  words.filter(
    (word) => mode === 'mark' || !known.some(({ text }) => word.toLowerCase().includes(text.toLowerCase())),
  );
