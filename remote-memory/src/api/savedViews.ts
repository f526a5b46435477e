import type { SavedView, SavedViewInput } from '@hindsight/shared-contracts/api';
import { useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { unlessGone, type WriteContext } from './memoryWrites';

/** The person's own views of the workspace and the shared ones, by name; none for guests. */
export function useSavedViews() {
  const { session } = useShell();
  return useScopedQuery({
    key: ['saved-views', 'all'],
    enabled: session.user !== null,
    load: (api, signal) => api.call('GET /saved-views/', { signal }),
  });
}

/** Loads the saved views again. */
export function useReloadSavedViews(): () => Promise<void> {
  const client = useQueryClient();
  const key = useScopedKey();
  return () => client.invalidateQueries({ queryKey: key('saved-views') });
}

/** Saves a new view, or changes the one with the id. */
export function saveView(
  { api, scope }: WriteContext,
  body: SavedViewInput,
  id?: string,
): Promise<SavedView> {
  return id === undefined
    ? api.call('POST /saved-views/', { body, scope })
    : api.call('PUT /saved-views/{id}', { params: { id }, body, scope });
}

/** Puts a view into the person's sidebar, or takes it out. @param id null for what is new since the last visit. */
export async function pinView(
  { api, scope }: WriteContext,
  id: string | null,
  isPinned: boolean,
): Promise<void> {
  await api.call('PUT /pinned-views/', { body: { view_id: id, is_pinned: isPinned }, scope });
}

/** Deletes a view. One that is already gone counts as deleted. */
export function deleteView({ api, scope }: WriteContext, id: string): Promise<void> {
  return unlessGone(api.call('DELETE /saved-views/{id}', { params: { id }, scope }));
}
