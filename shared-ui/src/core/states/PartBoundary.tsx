/** Lazily loaded parts of a page, and the boundary that keeps the page usable if their code fails to load. */
import { Component, type ComponentType, type ContextType, type ReactNode } from 'react';
import { forgetFailedPages, lazyPage, ShellContext, type LoadPart } from '@hindsight/shared-contracts/shell';

class PartNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('The code for this part didn’t load.', { cause });
  }
}

/** Like `lazyPage`, for a part inside a `PartBoundary`. */
export function lazyPart<Props extends object>(load: LoadPart<Props>): ComponentType<Props> {
  return lazyPage<Props>(() =>
    load().catch((error: unknown) => {
      throw new PartNotLoadedError(error);
    }),
  );
}

interface PartBoundaryProps {
  /** Replaces the part; `retry` reloads it. */
  failed(retry: () => void): ReactNode;
  children: ReactNode;
}

/** Catches and reports a failed load of a `lazyPart`. Rethrows other errors to the page. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  static override contextType = ShellContext;
  declare context: ContextType<typeof ShellContext>;
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  /** Not called for errors that `render` rethrows. The cause names the file that failed to load. */
  override componentDidCatch(error: Error): void {
    this.context?.reportFailure?.(error.cause);
  }

  private readonly retry = () => {
    forgetFailedPages();
    this.setState({ error: null });
  };

  override render() {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (!(error instanceof PartNotLoadedError)) throw error;
    return this.props.failed(this.retry);
  }
}
