/** Requests that change one memory. */
import { useMemo } from 'react';
import { ApiError, NetworkError, type ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Fixes the workspace of a write, because a person may switch workspaces while it is in flight. */
export interface WriteContext {
  api: ApiClient;
  scope: ActiveScope;
}

/** The write context of the active workspace. */
export function useWriteContext(): WriteContext {
  const { api, scope } = useShell();
  return useMemo(() => ({ api, scope }), [api, scope]);
}

const NOT_FOUND = 404;
const UNAUTHORIZED = 401;

/** Whether the next request of a batch would fail for the same reason: no connection or an expired session. */
export function isFatal(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status === UNAUTHORIZED);
}

/** Treats a 404 as success: there is nothing left to delete. */
export async function ignoreNotFound(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
  }
}

export function archiveMemory({ api, scope }: WriteContext, id: string) {
  return api.call('POST /memory-blocks/{id}/archive', { params: { id }, scope });
}

/** Restores an archived memory. */
export function restoreMemory({ api, scope }: WriteContext, id: string) {
  return api.call('PUT /memory-blocks/{id}', { params: { id }, body: { archived: false }, scope });
}

/** Deletes for good. Counts as deleted if the memory no longer exists. */
export function deleteMemory({ api, scope }: WriteContext, id: string) {
  return ignoreNotFound(api.call('DELETE /memory-blocks/{id}/hard-delete', { params: { id }, scope }));
}

/** Links a keyword to a memory. No-op if it is already linked. */
export async function linkKeyword({ api, scope }: WriteContext, id: string, keyword: string): Promise<void> {
  const params = { id, keyword_id: keyword };
  try {
    await api.call('POST /memory-blocks/{id}/keywords/{keyword_id}', { params, scope });
  } catch (error) {
    if (!(error instanceof ApiError && error.detail === 'Association already exists')) throw error;
  }
}

/** Unlinks a keyword from a memory. No-op if it is not linked. */
export function unlinkKeyword({ api, scope }: WriteContext, id: string, keyword: string) {
  const params = { id, keyword_id: keyword };
  return ignoreNotFound(api.call('DELETE /memory-blocks/{id}/keywords/{keyword_id}', { params, scope }));
}
