/** The boundary around a part whose code may fail to load, so that the page around it stays. */
import { Component, type ReactNode } from 'react';
import { forgetFailedPages } from '@hindsight/shared-contracts/shell';

/** The code of a part could not be loaded; other errors of a part belong to the page. */
export class PartNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('The code of this part could not be loaded.', { cause });
  }
}

interface PartBoundaryProps {
  /** Replaces the part; `retry` loads it again. */
  failed(retry: () => void): ReactNode;
  children: ReactNode;
}

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
