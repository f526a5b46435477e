/** The view of the console: the address is its only state; what is being typed runs ahead of it for a moment. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paramsOf, SEARCH_DELAY, viewOf, type UserView } from '../../model/userView';

/** Everything but a new page leads to the first one. Typing replaces the address; the rest goes into the history. */
export function useUserView() {
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const [draft, setDraft] = useState(view.search);
  const [known, setKnown] = useState(view.search);
  if (known !== view.search) {
    // Back, or a link: the address has the word, unless it says what was typed.
    setKnown(view.search);
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
