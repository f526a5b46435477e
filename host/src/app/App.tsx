/** Composition root of the page: nests the providers. */
import { createBrowserRouter, RouterProvider, type RouteObject } from '@hindsight/shared-contracts/router';
import { QueryClientProvider } from '@hindsight/shared-contracts/query';
import { ShellProvider } from '@hindsight/shared-contracts/shell';
import { ErrorState, ThemeRoot } from '@hindsight/shared-ui/core';
import { useEffect, useState } from 'react';
import { ErrorBoundary } from '../shell/ErrorBoundary';
import { HostProvider } from '../shell/hostContext';
import { ToastRegion } from '../toasts/ToastRegion';
import type { ComposedHost } from './createHost';
import { Pages } from './Pages';
import { useShellValue } from './useShellValue';

interface AppProps {
  host: ComposedHost;
  /** Replaces the browser router where there is no browser. */
  createRouter?(routes: RouteObject[]): ReturnType<typeof createBrowserRouter>;
}

function Everything({ host, createRouter = createBrowserRouter }: AppProps) {
  const shell = useShellValue(host);
  const [router] = useState(() => createRouter([{ path: '*', element: <Pages /> }]));
  useEffect(() => host.arrival.watch(router), [host, router]);
  useEffect(() => host.federation.releases.followRouter(router), [host, router]);
  return (
    <ShellProvider shell={shell}>
      <RouterProvider router={router} />
      <ToastRegion toasts={host.toasts} />
    </ShellProvider>
  );
}

export function App(props: AppProps) {
  return (
    <ThemeRoot>
      <ErrorBoundary
        place={{ area: 'shell' }}
        resetKey="shell"
        fallback={() => (
          <ErrorState
            title="The dashboard stopped working"
            detail="Reload the page to continue. Your saved changes are safe."
            retryLabel="Reload"
            onRetry={() => window.location.reload()}
          />
        )}
      >
        <QueryClientProvider client={props.host.queries}>
          <HostProvider host={props.host}>
            <Everything {...props} />
          </HostProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </ThemeRoot>
  );
}
