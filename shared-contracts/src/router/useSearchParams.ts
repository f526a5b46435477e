/** Reads and writes the query string; the rest of the URL stays unchanged. */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom';

type Params = URLSearchParams | Record<string, string>;
type SetSearchParams = (next: Params | ((now: URLSearchParams) => Params), options?: NavigateOptions) => void;

/**
 * Like react-router's hook, but a write keeps the hash, which react-router drops, and applies to the current URL, including a navigation
 * that has not rendered yet. If that navigation led to another page, the write is a no-op.
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const { pathname: current, search: now, hash } = window.location;
      // Earlier input must not navigate back from a page that was opened since.
      if (current !== pathname) return;
      const wanted = typeof next === 'function' ? next(new URLSearchParams(now)) : next;
      void navigate({ search: new URLSearchParams(wanted).toString(), hash }, options);
    },
    [navigate, pathname],
  );
  return [params, setParams];
}
