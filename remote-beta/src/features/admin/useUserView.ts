/** The view of the console in the address, with the search text being typed. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paramsOf, SEARCH_DELAY, viewOf, type UserView } from '../../model/userView';

/** Every change but paging returns to the first page. Typing replaces the history entry; everything else adds one. */
export function useUserView() {
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const [draft, setDraft] = useState(view.search);
  const [applied, setApplied] = useState(view.search);
  if (applied !== view.search) {
    // Back or a link: the address wins, unless it is the text just typed.
    setApplied(view.search);
    if (draft.trim() !== view.search) setDraft(view.search);
  }
  const change = (next: Partial<UserView>, replace = false) =>
    setParams(paramsOf({ ...view, page: 1, ...next }), { replace });
  const apply = useEffectEvent(() => {
    if (draft.trim() !== view.search) change({ search: draft.trim() }, true);
  });
  useEffect(() => {
    const timer = setTimeout(() => apply(), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [draft]);
  return { view, draft, setSearch: setDraft, change };
}
