/** Finds secrets in the rows of an import before it starts. */
import { setImmediate as otherRequests } from 'node:timers/promises';
import type { ImportRow, RowSecrets } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { hiddenMark } from '../../../platform/secretScanning/scanText';
import { replaceSecrets } from '../../../platform/secretScanning/replaceSecrets';
import type { Handle } from '../../../platform/database/database';
import { maskedPreview, READ_FOR_PREVIEW, dismissedSecrets, secretMode, findSuspects } from '../../secrets';
import type { FoundSecret } from '../../secrets';

interface SuspectRow extends Omit<RowSecrets, 'found'> {
  found: readonly FoundSecret[];
}

/** Rows that may hold secrets. Holds no connection, and yields to other requests after each row. */
export async function suspectRows(
  place: Ownership,
  rows: readonly (ImportRow | undefined)[],
): Promise<SuspectRow[]> {
  const suspects: SuspectRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!row) continue;
    const { found, known } = await findSuspects(place, row);
    if (found.length > 0) {
      const start = (row.lessons_learned?.trim() || row.content).slice(0, READ_FOR_PREVIEW);
      const preview = maskedPreview(await replaceSecrets(start, () => false, known, hiddenMark));
      suspects.push({ row: at, preview, found });
    }
    await otherRequests();
  }
  return suspects;
}

/** The rows with secrets that nobody dismissed, and the workspace's secret policy. */
export async function checkRows(handle: Handle, place: Ownership, suspects: readonly SuspectRow[]) {
  const dismissed = suspects.length > 0 ? await dismissedSecrets(handle, place) : new Set();
  const rows = suspects.map(({ found, ...row }): RowSecrets => {
    const real = found.filter(({ hash }) => !dismissed.has(hash));
    return { ...row, found: real.map(({ field, kind }) => ({ field, kind })) };
  });
  return { mode: await secretMode(handle, place), rows: rows.filter(({ found }) => found.length > 0) };
}
