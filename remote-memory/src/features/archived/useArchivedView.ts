/** The archive's view: what the address says, and what the person is typing. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import {
  ARCHIVED_DEBOUNCE_MS,
  readArchivedView,
  writeArchivedView,
  type ArchivedView,
} from '../../model/archivedView';
import { isUsable, NO_FILTERS } from '../../model/memoryFilters';
import { usePageOfWorkspace } from '../lists/usePageOfWorkspace';

/** What is typed letter by letter and therefore waits. */
interface Typed {
  search: string;
  conversation: string;
}

export interface ArchivedViewState {
  /** What is shown: the address. */
  view: ArchivedView;
  /** What the text fields show: may be ahead of the address for a moment. */
  typed: Typed;
  /** Changes what is typed; the address follows when the person pauses. */
  type(change: Partial<Typed>): void;
  /** Changes the view at once, on page 1 unless the change names one. */
  show(change: Partial<ArchivedView>): void;
  clear(): void;
}

const typedOf = ({ search, conversation }: Typed): Typed => ({ search, conversation });
const keyOf = ({ search, conversation }: Typed) =>
  JSON.stringify([search.trim(), conversation.trim().toLowerCase()]);

export function useArchivedView(): ArchivedViewState {
  const [params, setParams] = useSearchParams();
  const asked = readArchivedView(params);
  const write = (change: Partial<ArchivedView>) =>
    setParams((now) => writeArchivedView(now, { ...readArchivedView(now), page: 1, ...change }), {
      replace: true,
    });
  const view = { ...asked, page: usePageOfWorkspace(asked.page, (page) => write({ page })) };

  const [typed, setTyped] = useState<Typed>(() => typedOf(view));
  const [seen, setSeen] = useState(() => keyOf(view));
  const [written, setWritten] = useState<string[]>([]);
  const shown = keyOf(view);
  // The address changed: by our own writing (the person may have typed on) or by somebody else, e.g. Back.
  if (shown !== seen) {
    setSeen(shown);
    const own = written.indexOf(shown);
    setWritten(own < 0 ? [] : written.slice(own + 1));
    if (own < 0) setTyped(typedOf(view));
  }

  const show = (change: Partial<ArchivedView>) => {
    if (change.search !== undefined || change.conversation !== undefined) {
      setTyped((now) => ({ ...now, ...typedOf({ ...now, ...change }) }));
      setWritten([...written, keyOf({ ...view, ...change })]);
    }
    write(change);
  };
  const isDue = keyOf(typed) !== shown && isUsable({ ...NO_FILTERS, ...typed });
  const commit = useEffectEvent(() => {
    setWritten([...written, keyOf(typed)]);
    write(typed);
  });
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(commit, ARCHIVED_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, isDue]);

  return {
    view,
    typed,
    type: (change) => setTyped((now) => ({ ...now, ...change })),
    show,
    clear: () => show(NO_FILTERS),
  };
}
