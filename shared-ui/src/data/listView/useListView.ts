/** The view of a list: its filters, order and page live in the address, and its controls may be ahead of it. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { useEdits } from './draft';
import type { Edits } from './draft';
import { readView, viewKey, writeView } from './parameters';
import type { ChangeOf, Parameters, ValuesOf, ViewOf } from './parameters';
import { useEcho } from './useEcho';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useShell } from '@hindsight/shared-contracts/shell';

/**
 * The page to show: 1 from the moment the workspace changes, before the address follows, so that no request goes out with
 * the offset of the former workspace.
 * @param page what the address says. @param writeFirstPage corrects the address.
 */
function usePageOfScope(page: number, writeFirstPage: () => void): number {
  const scope = scopeKey(useShell().scope);
  const [pagedIn, setPagedIn] = useState(scope);
  const isOther = scope !== pagedIn;
  if (isOther && page === 1) setPagedIn(scope);
  const mustWrite = isOther && page !== 1;
  const write = useEffectEvent(writeFirstPage);
  useEffect(() => {
    if (mustWrite) write();
  }, [mustWrite]);
  return mustWrite ? 1 : page;
}

/** How a list reads and changes its view. */
export interface ListView<P extends Parameters> {
  /** What is shown: the address, on page 1 from the moment the workspace changes. */
  view: ViewOf<P>;
  /** What is typed ahead of the address: controls show it by `useDraft`. */
  edits: Edits<ChangeOf<P>>;
  /** Changes what the controls show. The address follows on page 1 when the person pauses and every value is valid. */
  type(change: Partial<ValuesOf<P>>): void;
  /** Changes the address at once, on page 1 unless the change names one. */
  show(change: ChangeOf<P>): void;
}

const NOTHING = {};

/**
 * Every change replaces the address and keeps what belongs to others: their parameters and the part after `#`.
 * @param parameters must be the same object at each render.
 * @param debounceMs from the last change by `type` until the address follows.
 */
export function useListView<P extends Parameters>(parameters: P, debounceMs = 0): ListView<P> {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readView(parameters, query), [parameters, query]);
  const [edits, forgetEdits] = useEdits<ChangeOf<P>>(NOTHING);
  const addressKey = viewKey(parameters, address);
  const expectEcho = useEcho(addressKey, forgetEdits);

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

  const follow = useEffectEvent(() => {
    const draft = { ...address, ...edits.get() };
    const isValid = Object.entries(parameters).every(([name, one]) => one.isValid?.(draft[name]) ?? true);
    if (isValid && viewKey(parameters, draft) !== addressKey) write({ ...edits.get(), page: 1 });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = edits.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(follow, debounceMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [edits, debounceMs]);

  const edit = (change: ChangeOf<P>) => edits.set({ ...edits.get(), ...change });
  return {
    view,
    edits,
    type: edit,
    show: (change) => {
      edit(change);
      write(change);
    },
  };
}
