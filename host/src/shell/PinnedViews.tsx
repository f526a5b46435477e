/** Saved views that the person has pinned, below the entry of their list: each with its count. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { Icon, IconButton } from '@hindsight/shared-ui/core';
import styles from './PinnedViews.module.css';
import entryStyles from './Sidebar.module.css';
import { SlotOutlet } from './SlotOutlet';
import { usePinnedViews, type PinnedView } from './usePinnedViews';

interface PinnedViewsProps {
  /** Path of the list. */
  path: string;
  collapsed: boolean;
  onNavigate(): void;
}

const toSearch = ({ parameters }: PinnedView): string => new URLSearchParams(parameters).toString();

/** The same text for the same parameters, without the memory that lies over the list. */
function sortParameters(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('block');
  parameters.sort();
  return parameters.toString();
}

/** Nothing where no view is pinned. A count that cannot be had is left out. */
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
