/** Which suggestion is open over the list: a parameter of the address, so that it can be linked and reloaded. */
import { useCallback } from 'react';
import { useSearchParams } from '@hindsight/shared-contracts/router';

const NAME = 'suggestion';

/** `open` adds an entry to the history, so that Back closes the dialog; stepping through the queue does not. */
export function useOpenSuggestion() {
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (id: string | null, replace: boolean) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (id) next.set(NAME, id);
          else next.delete(NAME);
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return {
    openId: params.get(NAME),
    open: (id: string) => write(id, false),
    step: (id: string) => write(id, true),
    close: () => write(null, true),
  };
}
