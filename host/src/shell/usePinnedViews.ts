/** The saved views that the person has pinned in the active workspace. */
import { useQueryClient, useScopedKey } from '@hindsight/shared-contracts/query';
import { describeError, SINCE_VISIT, sinceVisit } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useIdle } from './useIdle';
import { useLastVisit, useSavedViews } from './viewQueries';

export interface PinnedView {
  /** Null for what is new since the last visit. */
  id: string | null;
  name: string;
  /** Parameters of the list's address. */
  parameters: Readonly<Record<string, string>>;
}

/** Asks when the page is idle, and nothing for guests. */
export function usePinnedViews() {
  const { api, scope, session, toasts } = useShell();
  const client = useQueryClient();
  const key = useScopedKey();
  const isIdle = useIdle();
  const saved = useSavedViews(session.user !== null && isIdle).data;
  const visit = useLastVisit(saved?.is_last_visit_pinned ?? false).data;
  const views: PinnedView[] = saved?.items.filter((view) => view.is_pinned) ?? [];
  if (saved?.is_last_visit_pinned && visit && !visit.is_first) {
    views.unshift({ id: null, name: SINCE_VISIT, parameters: sinceVisit(visit.since) });
  }

  async function pin({ id, name }: PinnedView, isPinned: boolean): Promise<boolean> {
    try {
      await api.call('PUT /pinned-views/', { body: { view_id: id, is_pinned: isPinned }, scope });
      return true;
    } catch (error) {
      toasts.show('error', `Failed to change the pin of “${name}”: ${describeError(error)}`);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: key('saved-views') });
    }
  }

  return {
    views,
    /** Takes a view out of the sidebar, and offers to bring it back. */
    async unpin(view: PinnedView): Promise<void> {
      if (!(await pin(view, false))) return;
      const undo = () => void pin(view, true);
      toasts.show('success', `View “${view.name}” unpinned`, { action: { label: 'Undo', run: undo } });
    },
  };
}
