/** Wraps every page's content: shows a placeholder while its code loads, and an error in its place when it breaks. */
import { LazyBoundary } from '@hindsight/shared-contracts/shell';
import { ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { useEffect, type ReactNode } from 'react';
import { isLoadFailure } from '../federation/failure';
import { useStore } from '../state/store';
import { ErrorBoundary } from './ErrorBoundary';
import { useHost } from './hostContext';
import { LoadFailure, ReloadNeeded } from './LoadFailure';
import { PartReports } from './PartReports';

interface PageBoundaryProps {
  /** Display name of this part, e.g. `Memory`. */
  name: string;
  version: string | null;
  /** Remote name for the report; absent for the host's own pages. */
  remote?: string;
  /** Path and query; a failure is reset when it changes. */
  address: string;
  children: ReactNode;
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Missing code of this build was most likely replaced by a newer build. */
function MissingCode({ details, retry }: { details: string[]; retry(): void }) {
  const { newVersion } = useHost();
  const isNew = useStore(newVersion);
  useEffect(() => void newVersion.check(), [newVersion]);
  return isNew ? <ReloadNeeded details={details} /> : <LoadFailure details={details} retry={retry} />;
}

export function PageBoundary({ name, version, remote, address, children }: PageBoundaryProps) {
  return (
    <ErrorBoundary
      place={{ area: remote ? 'remote-page' : 'host-page', ...(remote ? { remote } : {}), version }}
      resetKey={address}
      fallback={(error, retry) =>
        isLoadFailure(error) ? (
          <MissingCode details={[errorMessage(error), `${name} ${version ?? ''}`]} retry={retry} />
        ) : (
          <ErrorState
            title="This page stopped working"
            detail="Something went wrong on this page. The rest of the dashboard keeps working."
            technical={`${errorMessage(error)}\n${name} ${version ?? ''}`}
            retryLabel="Try Again"
            onRetry={retry}
          />
        )
      }
    >
      <PartReports remote={remote} version={version}>
        <LazyBoundary fallback={<PageSkeleton />}>{children}</LazyBoundary>
      </PartReports>
    </ErrorBoundary>
  );
}
