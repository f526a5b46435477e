/** Lazily loaded pages and slots whose failed fetch can be retried, and the boundary that suspends for them. */
import {
  lazy,
  startTransition,
  Suspense,
  useLayoutEffect,
  useReducer,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { LoadPart } from './remoteModule';

const failed = new Set<() => void>();

/** Number of arrived parts, and the listeners for the next one. */
let arrived = 0;
const waiting = new Set<() => void>();

/** Signals that content which a `LazyBoundary` waits for may have arrived. */
export function announceArrival(): void {
  arrived += 1;
  for (const look of [...waiting]) look();
}

/**
 * Discards every page whose fetch failed, so that showing it again refetches it. The host calls this on Retry and on navigation. Not
 * automatic: React renders a failed part a second time at once, which would refetch in a loop.
 */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** A component whose code is fetched on first render, or earlier. */
export interface LazyPage<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches the code, so that the page renders at once when shown. Failures are not cached: showing the page fetches again. */
  preload(): Promise<void>;
}

/**
 * Like `React.lazy`, but a failed fetch can be retried after `forgetFailedPages`.
 * @param load e.g. `() => import('../features/dashboard/DashboardPage').then((m) => m.DashboardPage)`.
 */
export function lazyPage<Props extends object = object>(load: LoadPart<Props>): LazyPage<Props> {
  let Loaded: ComponentType<Props> | null = null;
  async function loadPart() {
    const part = await load();
    Loaded = part;
    announceArrival();
    return { default: part };
  }
  const attempt = () =>
    lazy(async () => {
      try {
        return await loadPart();
      } catch (error) {
        failed.add(() => (Current = attempt()));
        throw error;
      }
    });
  let Current = attempt();
  function Page(props: Props) {
    // Pinned while mounted: switching to another component would lose its state.
    const [Part] = useState<ComponentType<Props>>(() => Loaded ?? Current);
    return <Part {...props} />;
  }
  return Object.assign(Page, { preload: () => loadPart().then(() => undefined) });
}

/** Mounted while the content is suspended; calls back after each part that arrives. */
function Fallback({ onArrival, children }: { onArrival(): void; children: ReactNode }) {
  const [known] = useState(() => arrived);
  useLayoutEffect(() => {
    if (arrived !== known) onArrival();
    waiting.add(onArrival);
    return () => void waiting.delete(onArrival);
  }, [known, onArrival]);
  return children;
}

/**
 * `Suspense` for lazy pages that shows content as soon as its code arrives. React itself delays content that arrives within 300 ms of a
 * fallback, which on a fast connection is most of the wait. Only retries are throttled, so this triggers a regular update, as a transition
 * to keep rendering in small steps.
 */
export function LazyBoundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const [onArrival] = useState(() => () => startTransition(look));
  return <Suspense fallback={<Fallback onArrival={onArrival}>{fallback}</Fallback>}>{children}</Suspense>;
}
