/**
 * One page of a remote inside the shell: shows a placeholder while its code loads, then the page, or a clear message when it is
 * unavailable.
 */
import { useRoutes, type RouteObject } from '@hindsight/shared-contracts/router';
import { ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { useEffect, useMemo } from 'react';
import { useFederation, useRegistry, useRemote } from '../federation/federation';
import { isLost, type RemoteFailure } from '../federation/failure';
import { reportError } from '../telemetry/reportError';
import { LoadFailure } from './LoadFailure';
import { NotFound } from './NotFound';
import { PageBoundary } from './PageBoundary';
import styles from './RemoteFrame.module.css';

/** Failures caused by a server, a network or a decision; all others are defects of a build. */
const isExpected = (failure: RemoteFailure) =>
  isLost(failure) || failure.kind === 'unknown' || failure.kind === 'disabled';

/** Advice for a failure that is not the network's. */
function adviceFor({ kind, reason }: RemoteFailure): string {
  if (kind === 'disabled') return reason;
  return kind === 'quarantined'
    ? 'It failed several times, so it was stopped in this tab. The rest of the dashboard keeps working.'
    : 'Something is wrong with this version. Try again later.';
}

function FailurePanel({ failure, retry }: { failure: RemoteFailure; retry(): void }) {
  const { displayName, kind, reason, remote, version, cause } = failure;
  useEffect(() => {
    reportError(cause ?? reason, { area: 'remote', remote, version, expected: isExpected(failure) });
  }, [failure, cause, reason, remote, version]);
  const details = [reason, version && `${displayName} ${version}`];
  if (isLost(failure)) return <LoadFailure details={details} retry={retry} />;
  return (
    <ErrorState
      kind="part"
      title={kind === 'disabled' ? `${displayName} is switched off` : "This page didn't load"}
      detail={adviceFor(failure)}
      technical={kind === 'disabled' ? undefined : details.filter(Boolean).join('\n')}
      retryLabel="Retry"
      onRetry={retry}
    />
  );
}

function Waiting({ slow }: { slow: boolean }) {
  return (
    <>
      {slow && (
        <p role="status" className={styles.slow}>
          This page is taking longer than usual to load.
        </p>
      )}
      <PageSkeleton />
    </>
  );
}

function RemoteRoutes({ routes }: { routes: RouteObject[] }) {
  const all = useMemo(() => [...routes, { path: '*', element: <NotFound /> }], [routes]);
  return useRoutes(all);
}

/** @param address path and query; a failure is reset when it changes. */
export function RemoteFrame({ remote, address }: { remote: string; address: string }) {
  const { remotes } = useFederation();
  const state = useRemote(remote);
  const release = useRegistry().registry.remotes[remote];
  // A part that failed earlier, perhaps during a prefetch, gets a retry when it is opened.
  useEffect(() => void remotes.retry(remote), [remotes, remote, address]);
  const name = release?.descriptor.displayName ?? remote;
  if (state.status === 'loading') return <Waiting slow={state.slow} />;
  if (state.status === 'failed') return <FailurePanel failure={state.failure} retry={state.retry} />;
  return (
    <PageBoundary
      key={release?.version}
      name={name}
      version={release?.version ?? null}
      remote={remote}
      address={address}
    >
      <RemoteRoutes routes={state.module.routes} />
    </PageBoundary>
  );
}
