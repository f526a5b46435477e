/** Code that runs inside the page that tests a release. Functions are sent to the browser as text, so they must be self-contained. */

export interface PageFindings {
  problems: string[];
  /** Parts whose code loaded and ran. */
  routes: string[];
  slots: string[];
}

interface Container {
  init(...args: unknown[]): unknown;
  get(id: string): Promise<() => unknown>;
}

type LoadParts = () => Promise<unknown>;

/** State of the check, in a global of the page. */
interface ReleaseCheck {
  done: boolean;
  problem: string | null;
  module: { routes?: { path: string; load: LoadParts }[]; slots?: Record<string, LoadParts> } | null;
}

/** Observes how the host takes the container that the release's entry defines, and requests its module. Runs before the page's scripts. */
export function watchContainer(name: string): void {
  const check: ReleaseCheck = { done: false, problem: null, module: null };
  Object.assign(globalThis, { releaseCheck: check });
  const end = (change: Partial<ReleaseCheck>) => Object.assign(check, { done: true, ...change });
  const fail = (error: unknown) => {
    end({ problem: error instanceof Error ? error.message : String(error) });
    throw error;
  };
  const wrapContainer = (container: Container): Container => ({
    init: async (...args) => Promise.resolve(container.init(...args)).catch(fail),
    async get(id) {
      const factory = await container.get(id).catch(fail);
      return () => {
        try {
          const module = factory!();
          end({ module: module as ReleaseCheck['module'] });
          return module;
        } catch (error) {
          return fail(error);
        }
      };
    },
  });
  let left: Container | undefined;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => left,
    set(value: Container | undefined) {
      left = value && wrapContainer(value);
    },
  });
}

/** Loads the code of every page and slot of the module. */
export async function loadParts(): Promise<PageFindings> {
  const check = (globalThis as unknown as { releaseCheck: ReleaseCheck }).releaseCheck;
  const found: PageFindings = {
    problems: check.problem === null ? [] : [check.problem],
    routes: [],
    slots: [],
  };
  const load = async (part: string, run: LoadParts, to: string[]) => {
    try {
      await run();
      to.push(part);
    } catch (error) {
      found.problems.push(`${part}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await Promise.all([
    ...(check.module?.routes ?? []).map((route) => load(route.path, route.load, found.routes)),
    ...Object.entries(check.module?.slots ?? {}).map(([slot, run]) => load(slot, run, found.slots)),
  ]);
  return found;
}
