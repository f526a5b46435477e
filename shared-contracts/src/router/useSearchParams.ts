/** Reads and writes the query of the address; the rest of the address stays as it is. */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom';

type Params = URLSearchParams | Record<string, string>;
type SetSearchParams = (next: Params | ((now: URLSearchParams) => Params), options?: NavigateOptions) => void;

/**
 * react-router's own hook, except that a write keeps the part after `#`, which that one drops, and that it changes the
 * current address: what another navigation has just written may not be rendered yet.
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const { search: now, hash } = window.location;
      const wanted = typeof next === 'function' ? next(new URLSearchParams(now)) : next;
      void navigate({ search: new URLSearchParams(wanted).toString(), hash }, options);
    },
    [navigate],
  );
  return [params, setParams];
}
