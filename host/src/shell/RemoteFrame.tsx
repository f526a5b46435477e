/** One page of a remote inside the shell: waits for its code, shows it, and says plainly when it is not there. */
import { useRoutes, type RouteObject } from '@hindsight/shared-contracts/router';
import { ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { useEffect, useMemo } from 'react';
import { useFederation, useRegistry, useRemote } from '../federation/federation';
import type { RemoteFailure } from '../federation/failure';
import { reportError } from '../telemetry/reportError';
import { NotFound } from './NotFound';
import { PageBoundary } from './PageBoundary';
import styles from './RemoteFrame.module.css';

/** Failures that a server, a network or a decision causes; the others are defects of a build. */
const OF_THE_WORLD: readonly RemoteFailure['kind'][] = ['unreachable', 'timeout', 'unknown', 'disabled'];

function FailurePanel({ failure, retry }: { failure: RemoteFailure; retry(): void }) {
  useEffect(() => {
    reportError(failure.cause ?? failure.reason, {
      area: 'remote',
      remote: failure.remote,
      version: failure.version,
      expected: OF_THE_WORLD.includes(failure.kind),
    });
  }, [failure]);
  return (
    <ErrorState
      kind="part"
      title={`${failure.displayName} is ${failure.kind === 'disabled' ? 'switched off' : 'unavailable'}`}
      detail={
        <>
          <p>{failure.reason}</p>
          <p>
            {failure.version ? `Version ${failure.version}. ` : ''}The rest of the dashboard keeps working.
          </p>
        </>
      }
      retryLabel="Retry"
      onRetry={retry}
    />
  );
}

function Waiting({ name, slow }: { name: string; slow: boolean }) {
  return (
    <>
      {slow && (
        <p role="status" className={styles.slow}>
          {name} is taking longer than usual to load. It appears as soon as its server answers.
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

/** @param address path and query: a failure is forgotten when it changes. */
export function RemoteFrame({ remote, address }: { remote: string; address: string }) {
  const { remotes } = useFederation();
  const state = useRemote(remote);
  const release = useRegistry().registry.remotes[remote];
  // A part that failed earlier, perhaps while it was only prefetched, deserves a new try when someone comes for it.
  useEffect(() => void remotes.retry(remote), [remotes, remote, address]);
  const name = release?.descriptor.displayName ?? remote;
  if (state.status === 'loading') return <Waiting name={name} slow={state.slow} />;
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
