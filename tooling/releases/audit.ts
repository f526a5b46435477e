/** Who changed what, when and why: one line of JSON per change, never rewritten. */
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
  /** Empty for a change of the keys. */
  remote: z.string(),
  /** Version before and after, or the state of the canary or of the kill switch in words; null for none. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Address of the description of a version that went live. */
  url: z.optional(z.string()),
  /** Serial of the registry after the change; absent where the registry stays as it was. */
  serial: z.optional(z.number()),
  /** Hash of the release's description, when one is published. */
  integrity: z.optional(z.string()),
  /** The release was published without running its tests. */
  untested: z.optional(z.literal(true)),
  /** Signature of that description, by `key`. */
  signature: z.optional(z.string()),
  /** The key of the person or program, where the store knows keys. */
  key: z.optional(z.string()),
});
export type AuditLine = z.infer<typeof AuditLine>;

const TRIES = 5;

/** All lines, oldest first. A line that is none is left out: the record must not stop a rollback. */
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

/** Appends lines; retries when another process appended at the same moment. */
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

/** Versions that were live, oldest first, the live one last: what rollbacks undid is left out. */
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

/** Serial of the last registry that the record knows of; 0 when nothing was changed yet. */
export const lastSerial = (lines: readonly AuditLine[]): number =>
  Math.max(0, ...lines.map(({ serial = 0 }) => serial));

/** The last time that a version was rolled back, which says that it is bad. */
export const findRollback = (
  lines: readonly AuditLine[],
  remote: string,
  version: string,
): AuditLine | undefined =>
  lines.findLast(
    ({ what, remote: name, from }) => what === 'rollback' && name === remote && from === version,
  );
