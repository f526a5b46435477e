/** URL state of Organization Management: `?organizations={id}&organizations_view=all`; `organizations_invite` opens the invite form. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import type { ViewMode } from '../../model/organization';

const SELECTED = 'organizations';
const VIEW = 'organizations_view';
/** Opens the invite form; set by the command palette. */
const INVITE = 'organizations_invite';

/** Selecting an organization adds a history entry, so that Back returns to the list. */
export function useOrganizationAddress() {
  const [params, setParams] = useSearchParams();
  const change = (given: Record<string, string | null>, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...given, [INVITE]: null })) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const mode: ViewMode = params.get(VIEW) === 'all' ? 'all' : 'mine';
  return {
    /** The selected organization; empty for the list. */
    id: params.get(SELECTED)?.trim() ?? '',
    mode,
    isInviting: params.has(INVITE),
    open: (id: string) => change({ [SELECTED]: id }, false),
    /** Returns to the list, e.g. after a deletion. */
    showList: () => change({ [SELECTED]: '' }, true),
    setMode: (next: ViewMode) => change({ [SELECTED]: '', [VIEW]: next === 'all' ? 'all' : null }, true),
  };
}
