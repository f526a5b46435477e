/** The collector's rows, one per release and tab, in a bounded file that survives restarts. */
import { mkdirSync, readFileSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseCounts, ReleaseReport } from '@hindsight/shared-contracts/reports';

export interface TabRow extends ReleaseCounts {
  /** Time of the last report, in milliseconds. */
  at: number;
  /** Hash of the person whose session sent it; null without a session, e.g. before the sign-in. */
  person: string | null;
  /** Hash of the sender's address; absent in rows of an earlier version. */
  address?: string;
  tab: string;
  organization: string | null;
  page: string | null;
}

/** Rows expire after a week; above the limit, the oldest are dropped first. */
export const MAX_AGE_MS = 7 * 24 * 3600_000;
const MAX_ROWS = 20_000;

const toKey = ({ remote, version, tab }: Pick<TabRow, 'remote' | 'version' | 'tab'>) =>
  `${remote}@${version} ${tab}`;

/** Counts only grow, so late or duplicate reports change nothing. */
function mergeRows(before: TabRow | undefined, next: TabRow): TabRow {
  if (!before) return next;
  return {
    ...before,
    ...next,
    loads: Math.max(before.loads, next.loads),
    failures: Math.max(before.failures, next.failures),
    longTasks: Math.max(before.longTasks, next.longTasks),
    // A person's tab cannot be claimed by someone else.
    person: before.person ?? next.person,
  };
}

function readLines(file: string): TabRow[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as TabRow] : [];
    } catch {
      // Partial last line of a process that was killed while writing.
      return [];
    }
  });
}

export interface TabRows {
  /** Resolves when the rows are on disk. */
  add(report: ReleaseReport, sender: Pick<TabRow, 'person' | 'address'>, at: number): Promise<void>;
  /** Oldest first. */
  all(now: number): TabRow[];
}

/** @param file JSON lines; created with the first report. */
export function openTabRows(file: string): TabRows {
  mkdirSync(path.dirname(file), { recursive: true });
  const rows = new Map<string, TabRow>();
  let lines = 0;
  let writing: Promise<unknown> = Promise.resolve();

  function put(row: TabRow): void {
    const key = toKey(row);
    const next = mergeRows(rows.get(key), row);
    // Keeps rows ordered by their last report, oldest first.
    rows.delete(key);
    rows.set(key, next);
    lines += 1;
  }

  function forgetOld(now: number): void {
    for (const [key, { at }] of rows) {
      if (rows.size <= MAX_ROWS && at >= now - MAX_AGE_MS) return;
      rows.delete(key);
    }
  }

  // The line break comes first, so that a partial line of a killed process does not corrupt the next one.
  const toText = (list: readonly TabRow[]) => list.map((row) => `\n${JSON.stringify(row)}`).join('');

  async function compact(): Promise<void> {
    const kept = [...rows.values()];
    const draft = `${file}.tmp`;
    await writeFile(draft, toText(kept));
    await rename(draft, file);
    lines = kept.length;
  }

  readLines(file).forEach(put);

  return {
    all(now) {
      forgetOld(now);
      return [...rows.values()];
    },
    add({ releases, ...tab }, sender, at) {
      const added = releases.map((counts) => ({ ...tab, ...counts, ...sender, at }));
      const written = writing.then(async () => {
        await appendFile(file, toText(added));
        added.forEach(put);
        forgetOld(at);
        if (lines > 2 * rows.size + 1000) await compact();
      });
      // A failed write does not block the next report.
      writing = written.catch(() => undefined);
      return written;
    },
  };
}
