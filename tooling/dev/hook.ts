/**
 * The hook where React registers its renderers for developer tools. Each remote has its own Fast Refresh runtime, which loads after React
 * and finds the renderers only if this hook stored them. Runs before all other scripts, in development only.
 */

interface Hook {
  renderers: Map<number, unknown>;
  supportsFiber: true;
  checkDCE(): void;
  inject(renderer: unknown): number;
  onScheduleFiberRoot(): void;
  onCommitFiberRoot(): void;
  onPostCommitFiberRoot(): void;
  onCommitFiberUnmount(): void;
}

const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };
const nothing = () => undefined;

page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  checkDCE: nothing,
  inject(renderer) {
    const id = this.renderers.size + 1;
    this.renderers.set(id, renderer);
    return id;
  },
  onScheduleFiberRoot: nothing,
  onCommitFiberRoot: nothing,
  onPostCommitFiberRoot: nothing,
  onCommitFiberUnmount: nothing,
};

export {};
