/** Around every page's content: waits for its code, and says in its place what broke. */
import { ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary, isLoadFailure } from './ErrorBoundary';

interface PageBoundaryProps {
  /** What a person calls this part, e.g. `Memory`. */
  name: string;
  version: string | null;
  /** Name of the remote, for the report; absent for the host's own pages. */
  remote?: string;
  /** Path and query: a failure is forgotten when it changes. */
  address: string;
  children: ReactNode;
}

export function PageBoundary({ name, version, remote, address, children }: PageBoundaryProps) {
  return (
    <ErrorBoundary
      place={{ area: remote ? 'remote-page' : 'host-page', ...(remote ? { remote } : {}), version }}
      resetKey={address}
      fallback={(error, retry) => (
        <ErrorState
          kind={isLoadFailure(error) ? 'part' : 'failed'}
          title={isLoadFailure(error) ? `${name} is unavailable` : 'This page stopped working'}
          detail={
            isLoadFailure(error)
              ? `The code of this page could not be loaded. Version ${version ?? 'unknown'}.`
              : `${name} ${version ?? ''} ran into an error. The rest of the dashboard keeps working.`
          }
          retryLabel={isLoadFailure(error) ? 'Retry' : 'Try Again'}
          onRetry={retry}
        />
      )}
    >
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
