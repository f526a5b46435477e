/** The view of a list: its filters, order and page live in the address, and its controls may be ahead of it. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import {
  readView,
  viewKey,
  writeView,
  type ChangeOf,
  type Parameters,
  type ValuesOf,
  type ViewOf,
} from './parameters';
import { useEcho } from './useEcho';
import { usePageOfScope } from './usePageOfScope';

/** How a list reads and changes its view. */
export interface ListView<P extends Parameters> {
  /** What is shown: the address, on page 1 from the moment the workspace changes. */
  view: ViewOf<P>;
  /** What the controls show: ahead of the address while a person types. */
  draft: ValuesOf<P>;
  /** Whether the draft is ahead of the address. */
  isPending: boolean;
  /** Changes the draft. The address follows on page 1 when the person pauses and every value is valid. */
  type(change: Partial<ValuesOf<P>>): void;
  /** Changes the address at once, on page 1 unless the change names one. */
  show(change: ChangeOf<P>): void;
}

/**
 * Every change replaces the address and keeps what belongs to others: their parameters and the part after `#`.
 * @param parameters must be the same object at each render.
 * @param debounceMs from the last change by `type` until the address follows.
 */
export function useListView<P extends Parameters>(parameters: P, debounceMs = 0): ListView<P> {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readView(parameters, query), [parameters, query]);
  const [edits, setEdits] = useState<ChangeOf<P>>({});
  const addressKey = viewKey(parameters, address);
  const expectEcho = useEcho(addressKey, () => setEdits({}));

  const write = (change: ChangeOf<P>) =>
    setQuery(
      (now) => {
        const next = writeView(parameters, now, { page: 1, ...change });
        expectEcho(viewKey(parameters, readView(parameters, next)));
        return next;
      },
      { replace: true },
    );
  const page = usePageOfScope(address.page, () => write({}));
  const view = useMemo(() => ({ ...address, page }), [address, page]);

  const draft = { ...address, ...edits };
  const isPending = viewKey(parameters, draft) !== addressKey;
  const isDue =
    isPending && Object.entries(parameters).every(([name, { isValid }]) => isValid?.(draft[name]) ?? true);
  const commit = useEffectEvent(() => write({ ...edits, page: 1 }));
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(commit, debounceMs);
    return () => clearTimeout(timer);
  }, [edits, isDue, debounceMs]);

  const edit = (change: ChangeOf<P>) => setEdits((now) => ({ ...now, ...change }));
  return {
    view,
    draft,
    isPending,
    type: edit,
    show: (change) => {
      edit(change);
      write(change);
    },
  };
}
