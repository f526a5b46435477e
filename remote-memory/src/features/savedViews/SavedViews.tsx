/** Saved views above the memory list: a link for each, and actions for the current one. */
import { useEffect, useState, type ReactNode } from 'react';
import type { SavedView } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { formatNumber, SINCE_VISIT, sinceVisit, writeProblem } from '@hindsight/shared-contracts/rules';
import { useHasDraft, usePreference, useShell } from '@hindsight/shared-contracts/shell';
import {
  Button,
  Dropdown,
  type DropdownItem,
  Icon,
  LoadFailed,
  VisuallyHidden,
  lazyDialog,
} from '@hindsight/shared-ui/core';
import { useLastVisit } from '../../api/news';
import { useMemoryCount } from '../../api/memoryCount';
import { useSavedViews } from '../../api/savedViews';
import { viewDraftKey } from '../../model/draftKeys';
import type { MemoryView } from '../../model/memoryFilters';
import { isRanked } from '../../model/searchModes';
import trigger from '../parts/MenuTrigger.module.css';
import type { SaveViewDialogProps } from './SaveViewDialog';
import styles from './SavedViews.module.css';
import { NOT_LOADED, SIGN_IN_TO_SAVE } from './texts';
import { useSavedViewWrites } from './useSavedViewWrites';
import { toParameters, viewAddress, toView } from './viewAddress';

const SaveViewDialog = lazyDialog<SaveViewDialogProps>(() =>
  import('./SaveViewDialog').then((part) => part.SaveViewDialog),
);

/** Views with a count: each count costs a request. */
const COUNTED = 8;

function ViewLink({
  view,
  isCurrent,
  isCounted,
}: {
  view: SavedView;
  isCurrent: boolean;
  isCounted: boolean;
}) {
  const filters = toView(view.parameters);
  const count = useMemoryCount(filters, isCounted && !isRanked(filters)).data;
  return (
    <Link
      className={styles.view}
      to={`/memory-blocks?${viewAddress(view.parameters)}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {view.is_shared && (
        <>
          <Icon name="organization" size={14} />
          <VisuallyHidden>Shared: </VisuallyHidden>
        </>
      )}
      <span className={styles.name} dir="auto">
        {view.name}
      </span>
      {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
    </Link>
  );
}

const LAST_VISIT = 'last-visit';

/** Built-in view for everyone: memories added since their last visit. */
const lastVisitView = (since: string, isPinned: boolean): SavedView => ({
  id: LAST_VISIT,
  name: SINCE_VISIT,
  parameters: sinceVisit(since),
  is_pinned: isPinned,
  is_shared: false,
  may_change: false,
  created_at: since,
  updated_at: since,
});

/** Reserves the line of views before they load to prevent a layout shift, unless the last visit had none. */
function useSpace(hasLine: boolean, isKnown: boolean): boolean {
  const [space, setSpace] = usePreference('memory-blocks.views', ['line', 'none']);
  const [isKept] = useState(space === 'line');
  useEffect(() => {
    if (isKnown) setSpace(hasLine ? 'line' : 'none');
  }, [isKnown, hasLine, setSpace]);
  return isKept && !hasLine;
}

interface SavedViewsProps {
  view: MemoryView;
  /** The filters below; they receive the save button, or null. */
  children(save: ReactNode): ReactNode;
}

export function SavedViews({ view, children }: SavedViewsProps) {
  const { session, scope, guardWrite } = useShell();
  const lastVisit = useLastVisit();
  const visit = lastVisit.data;
  const query = useSavedViews();
  const { data, error } = query;
  const saved = data?.items ?? NO_VIEWS;
  const { save, remove, pin } = useSavedViewWrites();
  const [opened, setOpened] = useState<'save' | 'rename' | null>(useHasDraft(viewDraftKey()) ? 'save' : null);
  const [lastId, setLastId] = useState<string | null>(null);
  const parameters = toParameters(view);
  const address = viewAddress(parameters);
  const views =
    visit && !visit.is_first
      ? [lastVisitView(visit.since, data?.is_last_visit_pinned ?? false), ...saved]
      : saved;
  const current = views.find((one) => viewAddress(one.parameters) === address);
  if (current && current.id !== lastId) setLastId(current.id);
  const failed = error !== null && saved.length === 0;
  const hasLine = failed || views.length > 0;
  const isKnown = !lastVisit.isLoading && !query.isLoading;
  const keepsSpace = useSpace(hasLine, isKnown);
  if (session.user === null) return children(null);

  const canShare = scope.scope !== 'personal' && writeProblem(session, scope) === null;
  const share = ({ id, name, parameters: kept, is_shared }: SavedView) =>
    save({ name, parameters: kept, is_shared: !is_shared }, id);
  const pinItem = (one: SavedView): DropdownItem => ({
    key: 'pin',
    label: one.is_pinned ? 'Unpin from the sidebar' : 'Pin to the sidebar',
    icon: 'menu',
    onSelect: () => void pin(one.id === LAST_VISIT ? null : one.id, one.name, !one.is_pinned),
  });
  const changeItems = (one: SavedView): DropdownItem[] => [
    { key: 'rename', label: 'Rename…', icon: 'edit', onSelect: () => setOpened('rename') },
    ...(canShare
      ? [
          {
            key: 'share',
            label: one.is_shared ? 'Stop sharing' : 'Share with the workspace',
            icon: 'organization' as const,
            onSelect: () => void share(one),
          },
        ]
      : []),
    { key: 'delete', label: 'Delete', icon: 'delete', danger: true, onSelect: () => void remove(one) },
  ];
  const isNew = !current && address !== '';
  return (
    <>
      {keepsSpace && <div className={styles.space} aria-hidden />}
      {hasLine && (
        <nav className={styles.views} aria-label="Saved views">
          {failed && <LoadFailed query={query}>{NOT_LOADED}</LoadFailed>}
          {views.length > 0 && (
            <ul className={styles.list}>
              {views.map((one, index) => (
                <li key={one.id} className={styles.item}>
                  <ViewLink view={one} isCurrent={one === current} isCounted={index < COUNTED} />
                  {one === current && (
                    <Dropdown
                      label={`Actions for the view ${one.name}`}
                      trigger={<Icon name="more" size={18} />}
                      triggerClassName={trigger.icon}
                      items={[pinItem(one), ...(one.may_change ? changeItems(one) : [])]}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </nav>
      )}
      {children(
        isNew && !failed && (
          <Button type="link" size="small" onClick={() => guardWrite(SIGN_IN_TO_SAVE) && setOpened('save')}>
            Save view
          </Button>
        ),
      )}
      {opened !== null && (
        <SaveViewDialog
          parameters={parameters}
          views={saved}
          last={saved.find(({ id }) => id === lastId)}
          renamed={opened === 'rename' ? current : undefined}
          save={save}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

const NO_VIEWS: never[] = [];
