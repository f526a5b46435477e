/** Around every page's content: waits for its code, and says in its place what broke. */
import { LazyBoundary } from '@hindsight/shared-contracts/shell';
import { ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { useEffect, type ReactNode } from 'react';
import { ChunkLoadError } from '../federation/chunkFiles';
import { useStore } from '../state/store';
import { NEW_VERSION } from './Banners';
import { ErrorBoundary, isLoadFailure } from './ErrorBoundary';
import { useHost } from './hostContext';
import { PartReports } from './PartReports';

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

/** Why a file did not come, where that is known. */
function reasonOf(error: unknown): string {
  return error instanceof ChunkLoadError ? `${error.reason} ` : '';
}

/** Code of this build that is gone was most likely replaced by a newer one. */
function MissingCode(props: { name: string; version: string | null; error: unknown; retry(): void }) {
  const { newVersion } = useHost();
  const isNew = useStore(newVersion);
  useEffect(() => void newVersion.check(), [newVersion]);
  const code = `The code of this page could not be loaded. ${reasonOf(props.error)}Version ${props.version ?? 'unknown'}.`;
  return (
    <ErrorState
      kind="part"
      title={isNew ? NEW_VERSION : `${props.name} is unavailable`}
      detail={isNew ? `${code} Reload to get the new one.` : code}
      retryLabel={isNew ? 'Reload' : 'Retry'}
      onRetry={isNew ? () => window.location.reload() : props.retry}
    />
  );
}

export function PageBoundary({ name, version, remote, address, children }: PageBoundaryProps) {
  return (
    <ErrorBoundary
      place={{ area: remote ? 'remote-page' : 'host-page', ...(remote ? { remote } : {}), version }}
      resetKey={address}
      fallback={(error, retry) =>
        isLoadFailure(error) ? (
          <MissingCode name={name} version={version} error={error} retry={retry} />
        ) : (
          <ErrorState
            title="This page stopped working"
            detail={`${name} ${version ?? ''} ran into an error. The rest of the dashboard keeps working.`}
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
