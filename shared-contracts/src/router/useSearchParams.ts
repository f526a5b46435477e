/** Reads and writes the query of the address; the rest of the address stays as it is. */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom';

type Params = URLSearchParams | Record<string, string>;
type SetSearchParams = (next: Params | ((now: URLSearchParams) => Params), options?: NavigateOptions) => void;

/**
 * react-router's own hook, except that a write keeps the part after `#`, which that one drops, and that it changes the
 * current address: what another navigation has just written may not be rendered yet. Once that led to another page, nothing is written.
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const { pathname: current, search: now, hash } = window.location;
      // What was typed a moment ago must not lead back from the page that was opened since.
      if (current !== pathname) return;
      const wanted = typeof next === 'function' ? next(new URLSearchParams(now)) : next;
      void navigate({ search: new URLSearchParams(wanted).toString(), hash }, options);
    },
    [navigate, pathname],
  );
  return [params, setParams];
}
