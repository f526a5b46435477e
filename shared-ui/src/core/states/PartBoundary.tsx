/** Parts of a page whose code comes later, and the boundary that keeps the page when it does not come. */
import { Component, type ComponentType, type ReactNode } from 'react';
import { forgetFailedPages, lazyPage, type LoadPart } from '@hindsight/shared-contracts/shell';

class PartNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('The code of this part could not be loaded.', { cause });
  }
}

/** Like `lazyPage`, for a part within a `PartBoundary`. */
export function lazyPart<Props extends object>(load: LoadPart<Props>): ComponentType<Props> {
  return lazyPage<Props>(() =>
    load().catch((error: unknown) => {
      throw new PartNotLoadedError(error);
    }),
  );
}

interface PartBoundaryProps {
  /** Replaces the part; `retry` loads it again. */
  failed(retry: () => void): ReactNode;
  children: ReactNode;
}

/** Catches that the code of a `lazyPart` did not come. Other errors of a part belong to the page. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
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
