import type { SavedView, SavedViewInput } from '@hindsight/shared-contracts/api';
import { useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { ignoreNotFound, type WriteContext } from './memoryWrites';

/** The person's own views and the shared ones of the workspace, sorted by name; none for guests. */
export function useSavedViews() {
  const { session } = useShell();
  return useScopedQuery({
    key: ['saved-views', 'all'],
    enabled: session.user !== null,
    load: (api, signal) => api.call('GET /saved-views/', { signal }),
  });
}

/** Refetches the saved views. */
export function useReloadSavedViews(): () => Promise<void> {
  const client = useQueryClient();
  const key = useScopedKey();
  return () => client.invalidateQueries({ queryKey: key('saved-views') });
}

/** Saves a new view, or updates the one with the ID. */
export function saveView(
  { api, scope }: WriteContext,
  body: SavedViewInput,
  id?: string,
): Promise<SavedView> {
  return id === undefined
    ? api.call('POST /saved-views/', { body, scope })
    : api.call('PUT /saved-views/{id}', { params: { id }, body, scope });
}

/** Adds a view to the person's sidebar or removes it. @param id null for memories that are new since the last visit. */
export async function pinView(
  { api, scope }: WriteContext,
  id: string | null,
  isPinned: boolean,
): Promise<void> {
  await api.call('PUT /pinned-views/', { body: { view_id: id, is_pinned: isPinned }, scope });
}

/** Deletes a view. Counts as deleted if it no longer exists. */
export function deleteView({ api, scope }: WriteContext, id: string): Promise<void> {
  return ignoreNotFound(api.call('DELETE /saved-views/{id}', { params: { id }, scope }));
}
