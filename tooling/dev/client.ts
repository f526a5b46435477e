/**
 * Dev client, part of every program that `pnpm dev` builds: applies recompiled modules. All programs on a page share one connection,
 * because browsers allow only six per origin.
 */
import { showProblems } from './problemPanel';

/** Message of the development server after each compilation. */
interface Built {
  pkg: string;
  hash: string;
  /** Compiler errors; empty on success. */
  problems: string[];
  /** Set when the remote's descriptor changed: it defines the sidebar and slots, so the page must reload. */
  reload?: true;
}

interface HotModule {
  hot?: { check(apply: true): Promise<unknown>; status(): string };
}

declare const __DEV_PACKAGE__: string;
declare const __DEV_EVENTS__: string;
declare const __webpack_hash__: string;
declare const module: HotModule;

const page = globalThis as { __hindsightDev?: EventTarget };

/** Opens the connection and shows compile errors of all programs: a panel per program would cover the others. */
function connect(): EventTarget {
  const target = new EventTarget();
  new EventSource(__DEV_EVENTS__).onmessage = ({ data }) => {
    const built = JSON.parse(String(data)) as Built;
    if (built.reload) return window.location.reload();
    showProblems(built.pkg, built.problems);
    if (built.problems.length > 0)
      console.error(`${built.pkg} failed to compile:\n${built.problems.join('\n')}`);
    target.dispatchEvent(new CustomEvent<Built>('built', { detail: built }));
  };
  return target;
}

/** Hot-swaps the changed modules; reloads the page when that is not possible. */
async function apply(): Promise<void> {
  if (!module.hot) return window.location.reload();
  if (module.hot.status() !== 'idle') return;
  try {
    await module.hot.check(true);
  } catch {
    window.location.reload();
  }
}

page.__hindsightDev ??= connect();
page.__hindsightDev.addEventListener('built', (event) => {
  const { pkg, hash, problems } = (event as CustomEvent<Built>).detail;
  if (pkg === __DEV_PACKAGE__ && problems.length === 0 && hash !== __webpack_hash__) void apply();
});
