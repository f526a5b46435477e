/** The pages of this remote around a small shell: session, messages and addresses, and nothing else of the product. */
import { QueryClient, QueryClientProvider } from '@hindsight/shared-contracts/query';
import {
  createBrowserRouter,
  Navigate,
  RouterProvider,
  useSearchParams,
} from '@hindsight/shared-contracts/router';
import { lazyPage, ShellProvider, useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState, PageSkeleton, ThemeRoot } from '@hindsight/shared-ui/core';
import { Suspense, useState, type ReactNode } from 'react';
import { descriptor } from '../remote/descriptor';
import { routes, slots } from '../remote/entry';
import { useStandaloneShell } from './useStandaloneShell';
import styles from './StandaloneApp.module.css';

const START = '/beta-access/admin';
const ReviewLink = slots['session.beta-review-link'] && lazyPage(slots['session.beta-review-link']);
const overlay = descriptor.overlays?.[0];
const OWN = [...(overlay?.params ?? []), ...(overlay?.alsoClears ?? [])];

const signInUrl = () =>
  `/oauth2/sign_in?rd=${encodeURIComponent(window.location.pathname + window.location.search)}`;

/** The rules of the descriptor, as far as this remote needs them. */
function Gate({ access, children }: { access: string; children: ReactNode }) {
  const { session } = useShell();
  if (access === 'anyone') return children;
  if (session.status === 'loading') return <PageSkeleton />;
  if (!session.user) {
    return (
      <EmptyState
        kind="no-access"
        title="Sign in to open this page"
        action={<a href={signInUrl()}>Sign In</a>}
      />
    );
  }
  const { beta_access_admin, is_superadmin } = session.user;
  if (access === 'beta-admin' && !beta_access_admin && !is_superadmin) {
    return (
      <EmptyState
        kind="no-access"
        title="Access Denied"
        description="This page is for beta access administrators. An administrator can give you that role."
      />
    );
  }
  return children;
}

/** The review link, on every address. */
function Overlay() {
  const [params, setParams] = useSearchParams();
  if (!ReviewLink || !overlay?.params.some((name) => params.has(name))) return null;
  const close = () =>
    setParams((before) => new URLSearchParams([...before].filter(([name]) => !OWN.includes(name))), {
      replace: true,
    });
  return (
    <Suspense>
      <ReviewLink params={params} close={close} />
    </Suspense>
  );
}

const pages = routes.map(({ path, load }) => {
  const Page = lazyPage(load);
  const route = descriptor.routes.find((one) => one.path === path);
  return {
    path,
    element: (
      <main className={styles.page}>
        <h1>{route?.title}</h1>
        <p className={styles.description}>{route?.description}</p>
        <Gate access={route?.access ?? 'signed-in'}>
          <Suspense fallback={<PageSkeleton />}>
            <Page />
          </Suspense>
        </Gate>
        <Overlay />
      </main>
    ),
  };
});

/** Any other address keeps the parameters of a link. */
function Start() {
  return <Navigate to={START + window.location.search} replace />;
}

export function StandaloneApp() {
  const { shell, messages } = useStandaloneShell();
  const [router] = useState(() => createBrowserRouter([...pages, { path: '*', element: <Start /> }]));
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } }));
  return (
    <ThemeRoot>
      <QueryClientProvider client={queries}>
        <ShellProvider shell={shell}>
          <RouterProvider router={router} />
        </ShellProvider>
      </QueryClientProvider>
      <div role="status" className={styles.messages}>
        {messages.map(({ id, type, text }) => (
          <p key={id} data-type={type}>
            {text}
          </p>
        ))}
      </div>
    </ThemeRoot>
  );
}
