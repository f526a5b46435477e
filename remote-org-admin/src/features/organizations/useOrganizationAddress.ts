/** Where one is in Organization Management, as the address says it: `?organizations={id}&organizations_view=all`. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import type { ViewMode } from '../../model/organization';

const OPENED = 'organizations';
const VIEW = 'organizations_view';

/** Choosing an organization goes into the history, so that Back leads to the list. */
export function useOrganizationAddress() {
  const [params, setParams] = useSearchParams();
  const change = (values: Record<string, string | null>, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const mode: ViewMode = params.get(VIEW) === 'all' ? 'all' : 'mine';
  return {
    /** The opened organization; empty for the list. */
    id: params.get(OPENED)?.trim() ?? '',
    mode,
    open: (id: string) => change({ [OPENED]: id }, false),
    /** Back to the list, also after a deletion. */
    showList: () => change({ [OPENED]: '' }, true),
    setMode: (next: ViewMode) => change({ [OPENED]: '', [VIEW]: next === 'all' ? 'all' : null }, true),
  };
}

export type OrganizationAddress = ReturnType<typeof useOrganizationAddress>;
