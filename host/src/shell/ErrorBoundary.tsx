/** Contains a failure: shows and reports errors below it, and everything else keeps working. */
import { forgetFailedPages } from '@hindsight/shared-contracts/shell';
import { Component, type ContextType, type ReactNode } from 'react';
import { isLoadFailure } from '../federation/failure';
import { FederationContext } from '../federation/federation';
import { isForeignDomError } from '../foreignDom/foreignDom';
import { reportError, type ErrorPlace } from '../telemetry/reportError';

interface ErrorBoundaryProps {
  /** Location of the failure, for the report. */
  place: ErrorPlace;
  /** A new value resets the failure, e.g. the address. */
  resetKey: string;
  fallback(error: unknown, retry: () => void): ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null;
  resetKey: string;
  /** Number of rebuilds after foreign DOM changes. */
  rebuilds: number;
}

const MAX_REBUILDS = 3;

/** Whether to rebuild automatically: a translator or an extension broke the content, and its drafts are kept. */
const isRebuilt = ({ failure, rebuilds }: ErrorBoundaryState) =>
  failure !== null && isForeignDomError(failure.error) && rebuilds < MAX_REBUILDS;

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static override contextType = FederationContext;
  declare context: ContextType<typeof FederationContext>;
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey, rebuilds: 0 };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    if (props.resetKey === state.resetKey) return null;
    if (state.failure) forgetFailedPages();
    return { failure: null, resetKey: props.resetKey, rebuilds: 0 };
  }

  override componentDidCatch(error: unknown): void {
    const { place } = this.props;
    reportError(error, { ...place, expected: isLoadFailure(error) });
    if (isRebuilt(this.state)) this.setState(({ rebuilds }) => ({ failure: null, rebuilds: rebuilds + 1 }));
    if (isForeignDomError(error)) return;
    if (place.remote && place.version) this.context?.releases.crashed(place.remote, place.version, error);
  }

  private retry = () => {
    forgetFailedPages();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (isRebuilt(this.state)) return null;
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children;
  }
}
