/**
 * Runs one remote in a minimal shell with session, messages and addresses only. The two imports of the template are placeholders: serve.ts
 * replaces them with the entry point of the remote under development.
 */
import { QueryClient, QueryClientProvider } from '@hindsight/shared-contracts/query';
import {
  createBrowserRouter,
  Link,
  Navigate,
  RouterProvider,
  useSearchParams,
} from '@hindsight/shared-contracts/router';
import { lazyPage, ShellProvider, useShell } from '@hindsight/shared-contracts/shell';
import type { OverlaySlot, Session, Shell, ToastType } from '@hindsight/shared-contracts/shell';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import { EmptyState, PageSkeleton, ThemeRoot } from '@hindsight/shared-ui/core';
import { Suspense, useState, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { descriptor } from '../../create-remote/template/src/remote/descriptor';
import { routes, slots } from '../../create-remote/template/src/remote/entry';
import styles from './StandaloneApp.module.css';
import { ApiError, createApiClient, isAbort } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { fakeShell } from '@hindsight/shared-contracts/testing';

interface Message {
  id: string;
  type: ToastType;
  text: string;
}

const MESSAGE_MS = 7000;

const api = createApiClient({
  pageUrl: () => new URL(window.location.href),
  scope: () => PERSONAL_SCOPE,
  isGuest: () => false,
  cookies: () => document.cookie,
});

/** Treats everyone unknown to the service as signed out, and reports a failed call as unreachable. */
async function askSession(): Promise<Session> {
  try {
    const user: UserInfo = await api.call('GET /user-info', { scope: false });
    return user.authenticated ? { status: 'signed-in', user } : { status: 'signed-out', user: null };
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 401;
    return { status: isUnknown ? 'signed-out' : 'unreachable', user: null };
  }
}

/** The shell changes only with the session; the component that mounts it displays the messages. */
function useStandaloneShell(): { shell: Shell; messages: readonly Message[] } {
  const [session, setSession] = useState<Session>({ status: 'loading', user: null });
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => void askSession().then(setSession), []);

  const shell = useMemo<Shell>(() => {
    const show = (type: ToastType, text: string) => {
      const id = crypto.randomUUID();
      setMessages((before) => [...before, { id, type, text }]);
      setTimeout(() => setMessages((before) => before.filter((one) => one.id !== id)), MESSAGE_MS);
    };
    // The fake shell provides everything that this remote does not use.
    return fakeShell({
      session,
      api,
      toasts: {
        show,
        apiError: (error, action) => {
          if (!isAbort(error)) show('error', `Failed to ${action}: ${String(error)}`);
        },
      },
      refreshSession: () => askSession().then(setSession),
      slotProblem: () => 'There are no other parts here.',
    });
  }, [session]);
  return { shell, messages };
}

/** Pages that open without an id in their path. */
const openPages = descriptor.routes.filter(({ path }) => !path.includes(':'));
const START = (openPages.find(({ navigation, accountEntry }) => navigation ?? accountEntry) ?? openPages[0])
  ?.path;

const overlays = (descriptor.overlays ?? []).flatMap(({ slot, params, alsoClears = [] }) => {
  const load = slots[slot as OverlaySlot];
  return load ? [{ slot, Part: lazyPage(load), params, own: [...params, ...alsoClears] }] : [];
});

/** Enforces the descriptor's access rules as far as the session allows; the service has the final say. */
function Gate({ access, children }: { access: string; children: ReactNode }) {
  const { session } = useShell();
  if (access === 'anyone') return children;
  if (session.status === 'loading') return <PageSkeleton />;
  if (!session.user) {
    return (
      <EmptyState
        kind="no-access"
        title="Sign in to open this page"
        action={<a href={signInUrl(window.location)}>Sign In</a>}
      />
    );
  }
  const { beta_access_admin, is_superadmin } = session.user;
  if (access === 'beta-admin' && !beta_access_admin && !is_superadmin) {
    return (
      <EmptyState
        kind="no-access"
        title="Access Denied"
        description="Only beta access administrators can open this page. Ask an administrator for that role."
      />
    );
  }
  return children;
}

/** The remote's dialogs that open by URL parameter. */
function Overlays() {
  const [params, setParams] = useSearchParams();
  return overlays
    .filter((overlay) => overlay.params.some((name) => params.has(name)))
    .map(({ slot, Part, own }) => {
      const close = () =>
        setParams((before) => new URLSearchParams([...before].filter(([name]) => !own.includes(name))), {
          replace: true,
        });
      return (
        <Suspense key={slot}>
          <Part params={params} close={close} />
        </Suspense>
      );
    });
}

const pages = routes.map(({ path, load }) => {
  const Page = lazyPage(load);
  const route = descriptor.routes.find((one) => one.path === path);
  return {
    path,
    element: (
      <main className={styles.page}>
        <title>{`${route?.title ?? descriptor.displayName} · Hindsight`}</title>
        <nav aria-label={descriptor.displayName} className={styles.pages}>
          {openPages.map((page) => (
            <Link key={page.path} to={page.path}>
              {page.title}
            </Link>
          ))}
        </nav>
        <h1>{route?.title}</h1>
        <p className={styles.description}>{route?.description}</p>
        <Gate access={route?.access ?? 'signed-in'}>
          <Suspense fallback={<PageSkeleton />}>
            <Page />
          </Suspense>
        </Gate>
        <Overlays />
      </main>
    ),
  };
});

/** Redirects any other address to the start page, and keeps the link's parameters. */
function Start() {
  return START ? <Navigate to={START + window.location.search} replace /> : <Overlays />;
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
