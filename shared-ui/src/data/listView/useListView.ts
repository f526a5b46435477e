/** The view of a list: filters, order and page live in the URL, and controls may be ahead of it. */
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
 * The page to show: 1 as soon as the workspace changes, before the URL follows, so that no request is sent with the previous workspace's
 * offset.
 * @param page number in the URL. @param writeFirstPage corrects the URL.
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

/** Reads and changes the view of a list. */
export interface ListView<P extends Parameters> {
  /** The visible view: that of the URL, on page 1 as soon as the workspace changes. */
  view: ViewOf<P>;
  /** Input that is ahead of the URL; controls show it through `useDraft`. */
  edits: Edits<ChangeOf<P>>;
  /** Edits the controls. The URL follows after the debounce, on page 1, once every value is valid. */
  type(change: Partial<ValuesOf<P>>): void;
  /** Changes the URL at once, on page 1 unless the change specifies a page. */
  show(change: ChangeOf<P>): void;
}

const NOTHING = {};

/**
 * Every change replaces the URL and keeps foreign parameters and the hash.
 * @param parameters must be the same object at each render.
 * @param debounceMs delay of the URL after the last change by `type`.
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
