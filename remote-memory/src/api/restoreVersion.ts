/** Brings the texts of an earlier version back. */
import { readRows } from '@hindsight/shared-contracts/api/client';
import { readVersion } from '../model/versions';
import type { WriteContext } from './blockWrites';

/** @returns the version that holds what was replaced, for an undo; null when the service does not say. */
export async function restoreVersion(
  { api, scope }: WriteContext,
  id: string,
  version: number,
): Promise<number | null> {
  const params = { id, version: String(version) };
  await api.call('POST /memory-blocks/{id}/versions/{version}/restore', { params, scope });
  try {
    const query = { skip: 0, limit: 1 };
    const answer = await api.call('GET /memory-blocks/{id}/versions', { params: { id }, query, scope });
    return readRows(answer, readVersion).items[0]?.version ?? null;
  } catch {
    // It is restored; only the undo cannot be offered.
    return null;
  }
}
