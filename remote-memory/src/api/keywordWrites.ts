/** The calls that change keywords: a memory block's one by one, as the wire wants it, and the catalogue's. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { WriteContext } from './blockWrites';

/** Links or unlinks one keyword; null when that is how it now is, also when it was so before, else what was in the way. */
export async function changeKeyword(
  { api, scope }: WriteContext,
  blockId: string,
  id: string,
  adding: boolean,
): Promise<unknown> {
  const params = { id: blockId, keyword_id: id };
  try {
    if (adding) await api.call('POST /memory-blocks/{id}/keywords/{keyword_id}', { params, scope });
    else await api.call('DELETE /memory-blocks/{id}/keywords/{keyword_id}', { params, scope });
    return null;
  } catch (error) {
    const isThere = adding && error instanceof ApiError && /already exists/i.test(error.detail ?? '');
    const isGone = !adding && error instanceof ApiError && error.status === 404;
    return isThere || isGone ? null : error;
  }
}

/** Deletes a keyword. One that is already gone counts as deleted. */
export async function deleteKeyword({ api, scope }: WriteContext, id: string): Promise<void> {
  try {
    await api.call('DELETE /keywords/{id}', { params: { id }, scope });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
