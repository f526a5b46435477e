/** The user's pinned views, below the sidebar entry of their list, each with its count. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { Icon, IconButton } from '@hindsight/shared-ui/core';
import styles from './PinnedViews.module.css';
import entryStyles from './Sidebar.module.css';
import { SlotOutlet } from './SlotOutlet';
import { useQueryClient, useScopedKey } from '@hindsight/shared-contracts/query';
import { describeError, SINCE_VISIT, sinceVisit } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useIdle } from './useIdle';
import { useLastVisit, useSavedViews } from './viewQueries';

interface PinnedView {
  /** Null for the view of memories that are new since the last visit. */
  id: string | null;
  name: string;
  /** Parameters of the list's address. */
  parameters: Readonly<Record<string, string>>;
}

/** Requests the views when the page is idle; sends nothing for guests. */
function usePinnedViews() {
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
      toasts.show('error', `Couldn’t ${isPinned ? 'pin' : 'unpin'} “${name}”: ${describeError(error)}`);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: key('saved-views') });
    }
  }

  return {
    views,
    /** Unpins a view from the sidebar, and offers Undo. */
    async unpin(view: PinnedView): Promise<void> {
      if (!(await pin(view, false))) return;
      const undo = () => void pin(view, true);
      toasts.show('success', `View “${view.name}” unpinned`, { action: { label: 'Undo', run: undo } });
    },
  };
}

interface PinnedViewsProps {
  path: string;
  collapsed: boolean;
  onNavigate(): void;
}

const toSearch = ({ parameters }: PinnedView): string => new URLSearchParams(parameters).toString();

/** Normalized query for comparison, without the memory opened over the list. */
function sortParameters(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('block');
  parameters.sort();
  return parameters.toString();
}

/** Renders nothing without pinned views, and omits a count that is unavailable. */
export function PinnedViews({ path, collapsed, onNavigate }: PinnedViewsProps) {
  const { pathname, search } = useLocation();
  const { views, unpin } = usePinnedViews();
  if (views.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Pinned views">
      {views.map((view) => {
        const address = toSearch(view);
        const isCurrent = pathname === path && sortParameters(search) === sortParameters(address);
        return (
          <li key={view.id ?? 'last-visit'} className={styles.item}>
            <Link
              to={`${path}?${address}`}
              className={entryStyles.entry}
              aria-current={isCurrent ? 'page' : undefined}
              title={view.name}
              onClick={onNavigate}
            >
              <Icon name={view.id === null ? 'clock' : 'filter'} size={18} />
              <span className={entryStyles.label} dir="auto">
                {view.name}
              </span>
              <span className={entryStyles.count}>
                <SlotOutlet
                  name="navigation.view-count"
                  props={{ parameters: view.parameters }}
                  options={{ unavailable: () => null }}
                />
              </span>
            </Link>
            {!collapsed && (
              <IconButton
                label={`Unpin ${view.name}`}
                className={styles.unpin}
                onClick={() => void unpin(view)}
              >
                <Icon name="close" size={16} />
              </IconButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
