/**
 * The place where React announces its renderers to developer tools. Each remote brings a Fast Refresh runtime of its own, which comes
 * after React; it finds the renderers only if something remembered them. Runs before everything else, in development alone.
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
