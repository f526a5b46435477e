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
}

interface HotModule {
  hot?: { check(apply: true): Promise<unknown>; status(): string };
}

declare const __DEV_PACKAGE__: string;
declare const __DEV_EVENTS__: string;
declare const __webpack_hash__: string;
declare const module: HotModule;

const page = globalThis as { __hindsightDev?: EventTarget };

function connect(): EventTarget {
  const target = new EventTarget();
  new EventSource(__DEV_EVENTS__).onmessage = ({ data }) =>
    target.dispatchEvent(new CustomEvent<Built>('built', { detail: JSON.parse(String(data)) as Built }));
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
  if (pkg !== __DEV_PACKAGE__) return;
  showProblems(pkg, problems);
  if (problems.length > 0) console.error(`${pkg} was not compiled:\n${problems.join('\n')}`);
  else if (hash !== __webpack_hash__) void apply();
});
