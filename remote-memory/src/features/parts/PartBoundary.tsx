/** Holds what happens when a part's code cannot be fetched, so that the page around it stays as it is. */
import { Component, type ReactNode } from 'react';
import { forgetFailedPages } from '@hindsight/shared-contracts/shell';

/** The code of a part did not come; whatever else goes wrong in a part is the page's to tell. */
export class PartNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('The code of this part could not be loaded.', { cause });
  }
}

interface PartBoundaryProps {
  /** Stands in the part's place; `retry` fetches it once more. */
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
