/** Contains a failure: what breaks below is shown and reported here, and everything else keeps working. */
import { forgetFailedPages } from '@hindsight/shared-contracts/shell';
import { Component, type ContextType, type ReactNode } from 'react';
import { isLoadFailure } from '../federation/failure';
import { FederationContext } from '../federation/federation';
import { reportError, type ErrorPlace } from '../telemetry/reportError';

interface ErrorBoundaryProps {
  /** Where the failure happened, for the report. */
  place: ErrorPlace;
  /** A new value forgets the failure, e.g. the address. */
  resetKey: string;
  fallback(error: unknown, retry: () => void): ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null;
  resetKey: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static override contextType = FederationContext;
  declare context: ContextType<typeof FederationContext>;
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    if (props.resetKey === state.resetKey) return null;
    if (state.failure) forgetFailedPages();
    return { failure: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    const { place } = this.props;
    reportError(error, { ...place, expected: isLoadFailure(error) });
    if (place.remote && place.version) this.context?.releases.crashed(place.remote, place.version, error);
  }

  private retry = () => {
    forgetFailedPages();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children;
  }
}
