/**
 * Part of every program that `pnpm dev` builds: applies what was compiled. One connection for the whole page, however many programs
 * it consists of: browsers allow six to one address.
 */
import { showProblems } from './problemPanel';

/** What the development server sends after each compilation. */
interface Built {
  pkg: string;
  hash: string;
  /** The compiler's messages; none when it succeeded. */
  problems: string[];
  /** The remote's descriptor has changed, of which the sidebar and the slots of the page are made. */
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

/** What was not compiled is shown by the program that connects, for all of them: two panels would cover each other. */
function connect(): EventTarget {
  const target = new EventTarget();
  new EventSource(__DEV_EVENTS__).onmessage = ({ data }) => {
    const built = JSON.parse(String(data)) as Built;
    if (built.reload) return window.location.reload();
    showProblems(built.pkg, built.problems);
    if (built.problems.length > 0)
      console.error(`${built.pkg} was not compiled:\n${built.problems.join('\n')}`);
    target.dispatchEvent(new CustomEvent<Built>('built', { detail: built }));
  };
  return target;
}

/** Swaps the changed modules; what cannot be swapped needs a new page. */
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
