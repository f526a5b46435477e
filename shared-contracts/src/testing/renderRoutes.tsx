/** Renders a remote's pages in a fake shell with a switchable workspace and a router at the test's URL. */
import { act, render, type RenderResult } from '@testing-library/react';
import { useState } from 'react';
import { QueryClient, QueryClientProvider } from '../query';
import { createBrowserRouter, RouterProvider } from '../router';
import { LazyBoundary, lazyPage, ShellProvider, type RemotePage, type Shell } from '../shell';

interface RenderedRoutes extends RenderResult {
  router: ReturnType<typeof createBrowserRouter>;
  /** The page's query cache. */
  client: QueryClient;
  switchTo(next: Shell): Promise<void>;
}

/** Renders the page at a URL and waits for its code. `switchTo` changes the shell, e.g. its workspace. */
export async function renderRoutes(
  routes: RemotePage[],
  address: string,
  shell: Shell,
): Promise<RenderedRoutes> {
  window.history.pushState({}, '', address);
  const router = createBrowserRouter(routes.map(({ path, load }) => ({ path, Component: lazyPage(load) })));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  let change: (next: Shell) => void = () => undefined;

  function Frame() {
    const [current, setCurrent] = useState(shell);
    change = setCurrent;
    return (
      <QueryClientProvider client={client}>
        <ShellProvider shell={current}>
          <LazyBoundary fallback={null}>
            <RouterProvider router={router} />
          </LazyBoundary>
        </ShellProvider>
      </QueryClientProvider>
    );
  }
  const view = await act(async () => render(<Frame />));
  return { ...view, router, client, switchTo: (next: Shell) => act(async () => change(next)) };
}
