/** Audit log: who changed what, when and why, as append-only JSON lines. */
import * as z from 'zod/mini';
import { AUDIT_KEY, ChangedMeanwhileError, type Store } from './store';

export const AuditLine = z.object({
  when: z.string(),
  who: z.string(),
  what: z.enum([
    'release',
    'promote',
    'rollback',
    'canary',
    'retire',
    'restore',
    'disable',
    'enable',
    'repair',
    'remove',
    'sign',
    'keys',
  ]),
  /** Empty for changes to the keys. */
  remote: z.string(),
  /** Version, or description of the canary or kill switch, before and after; null for none. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** URL of the release description, for a version that went live. */
  url: z.optional(z.string()),
  /** Serial of the registry after the change; absent when the registry did not change. */
  serial: z.optional(z.number()),
  /** Hash of the release description, on publishing. */
  integrity: z.optional(z.string()),
  /** Set when the release was published without running its tests. */
  untested: z.optional(z.literal(true)),
  /** Signature of the description by `key`. */
  signature: z.optional(z.string()),
  /** Id of the author's key, if the store uses keys. */
  key: z.optional(z.string()),
});
export type AuditLine = z.infer<typeof AuditLine>;

const TRIES = 5;

/** All entries, oldest first. Skips malformed lines, because a damaged log must not prevent a rollback. */
export async function readAudit(store: Store): Promise<AuditLine[]> {
  const file = await store.read(AUDIT_KEY);
  return (file?.bytes.toString('utf8') ?? '').split('\n').flatMap((line) => {
    if (!line.trim()) return [];
    try {
      return [AuditLine.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** Appends entries; retries on a concurrent append. */
export async function appendAudit(store: Store, lines: AuditLine[]): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (let attempt = 1; ; attempt++) {
    const before = await store.read(AUDIT_KEY);
    const bytes = Buffer.concat([before?.bytes ?? Buffer.alloc(0), Buffer.from(text)]);
    try {
      return await store.replace(AUDIT_KEY, bytes, before?.tag ?? null);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError) || attempt === TRIES) throw error;
    }
  }
}

/** Versions that were live, oldest first, ending with the live one; rolled-back versions are excluded. */
export function liveHistory(lines: readonly AuditLine[], remote: string): string[] {
  const history: string[] = [];
  for (const { what, to, remote: name } of lines) {
    if (name !== remote) continue;
    if (what === 'promote' && to !== null) history.push(to);
    else if (what === 'rollback' || (what === 'repair' && to !== 'retired')) {
      while (history.length > 0 && history.at(-1) !== to) history.pop();
      if (history.length === 0 && to !== null) history.push(to);
    }
  }
  return history;
}

/** Serial of the last registry in the log; 0 before the first change. */
export const lastSerial = (lines: readonly AuditLine[]): number =>
  Math.max(0, ...lines.map(({ serial = 0 }) => serial));

/** The most recent rollback of a version, which marks it as bad. */
export const findRollback = (
  lines: readonly AuditLine[],
  remote: string,
  version: string,
): AuditLine | undefined =>
  lines.findLast(
    ({ what, remote: name, from }) => what === 'rollback' && name === remote && from === version,
  );
