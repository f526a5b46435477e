/** A page or a slot that is fetched when it is first shown, whose failed fetch can be retried, and the boundary that waits for it. */
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

/** How many parts have arrived, and who waits for the next one. */
let arrived = 0;
const waiting = new Set<() => void>();

/** Says that what a `LazyBoundary` waits for may be there. */
export function announceArrival(): void {
  arrived += 1;
  for (const look of [...waiting]) look();
}

/**
 * Forgets every page whose fetch failed, so that showing it again fetches it again. The host calls this when a person
 * presses Retry or navigates. It is not automatic: React renders a failed part a second time at once, and the page would be
 * fetched over and over.
 */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** A component whose code is fetched when it is first shown, or before. */
export interface LazyPage<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches the code, so that the page is drawn at once when it is shown. A failure is not kept: showing the page fetches it again. */
  preload(): Promise<void>;
}

/**
 * Like `React.lazy`, with `forgetFailedPages` as the way back from a failed fetch.
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
    // One component for as long as the page is shown: another one would lose its state.
    const [Part] = useState<ComponentType<Props>>(() => Loaded ?? Current);
    return <Part {...props} />;
  }
  return Object.assign(Page, { preload: () => loadPart().then(() => undefined) });
}

/** Is there while the content is not; calls back after each part that arrives. */
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
 * `Suspense` for lazy pages: their content is shown as soon as its code is there. React by itself holds back what comes within 300 ms after a
 * fallback, which on a quick line is most of what a person waits for. An update that is no mere retry is not held back; as a transition it is
 * drawn in small steps.
 */
export function LazyBoundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const [onArrival] = useState(() => () => startTransition(look));
  return <Suspense fallback={<Fallback onArrival={onArrival}>{fallback}</Fallback>}>{children}</Suspense>;
}
