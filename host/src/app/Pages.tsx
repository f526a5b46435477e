/** Which page stands in the frame: out of the address, the descriptors and who is looking. */
import { Navigate, useLocation } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState, ErrorState, PageSkeleton } from '@hindsight/shared-ui/core';
import { useEffect, useState } from 'react';
import { LoginPage, unreachableText } from '../account/login/LoginPage';
import { prefetchRemote } from '../federation/prefetch';
import { readRegistry, releaseOf } from '../federation/registryClient';
import { gate, gateLogin, gateStart, type Verdict } from '../session/gate';
import { Frame } from '../shell/Frame';
import { pageOf, type RemotePage } from '../shell/navigation';
import { NotFound } from '../shell/NotFound';
import { PageHeader } from '../shell/PageHeader';
import { RemoteFrame } from '../shell/RemoteFrame';
import { SignInLink } from '../shell/SignInLink';
import { reportError } from '../telemetry/reportError';

function Unreachable() {
  const { refreshSession } = useShell();
  const [asking, setAsking] = useState(false);
  return (
    <ErrorState
      kind="offline"
      title="The service cannot be reached"
      detail={unreachableText(window.location.hostname)}
      retryLabel="Retry"
      retrying={asking}
      onRetry={() => {
        setAsking(true);
        void refreshSession().finally(() => setAsking(false));
      }}
    />
  );
}

function NoAccess({ reason }: { reason: 'guest' | 'beta-admin' }) {
  return reason === 'guest' ? (
    <EmptyState
      kind="no-access"
      title="This page is for members"
      description="Sign in to open it."
      action={<SignInLink />}
    />
  ) : (
    <EmptyState
      kind="no-access"
      title="Access Denied"
      description="This page is for beta access administrators. An administrator can give you that role."
    />
  );
}

/** Without the registry there are no pages at all; that must not look like a wrong address. */
function NoRegistry({ problem }: { problem: string }) {
  useEffect(() => reportError(problem, { area: 'registry', expected: true }), [problem]);
  return (
    <ErrorState
      kind="part"
      title="The dashboard's parts cannot be listed"
      detail={`The registry that came with this page cannot be used. ${problem}`}
      retryLabel="Reload"
      onRetry={() => window.location.reload()}
    />
  );
}

/** While the session is on its way, the page's code may come too, if the server saw a session and preloaded it. */
function usePreloadedRemote(remote: string | undefined): void {
  useEffect(() => {
    const base = remote && releaseOf(remote)?.baseUrl;
    const preloaded =
      base &&
      [...document.querySelectorAll('link[rel="preload"]')].some((link) =>
        link.getAttribute('href')?.startsWith(base),
      );
    if (preloaded) prefetchRemote(remote);
  }, [remote]);
}

function Content({ verdict, page, address }: { verdict: Verdict; page: RemotePage | null; address: string }) {
  switch (verdict.kind) {
    case 'wait':
      return <PageSkeleton />;
    case 'unreachable':
      return <Unreachable />;
    case 'no-access':
      return <NoAccess reason={verdict.reason} />;
    case 'go':
      return <Navigate to={verdict.to} replace />;
    case 'show':
      return page ? <RemoteFrame remote={page.remote} address={address} /> : <NotFound />;
  }
}

/** A redirect happens inside the page: nothing is loaded again and nothing blinks. */
export function Pages() {
  const { session } = useShell();
  const place = useLocation();
  const { pathname, search } = place;
  const { registry, problem } = readRegistry();
  const page = pageOf(registry, pathname);
  usePreloadedRemote(page?.remote);

  if (pathname === '/login') {
    const verdict = gateLogin(session, search);
    if (verdict.kind === 'go') return <Navigate to={verdict.to} replace />;
    return verdict.kind === 'wait' ? <main aria-busy /> : <LoginPage />;
  }
  // An address without a page is closed to strangers like every page, and open to everybody else.
  const verdict =
    pathname === '/'
      ? gateStart(session)
      : session.status === 'signed-in' && !page
        ? ({ kind: 'show' } as const)
        : gate(session, page?.route.access ?? 'guest', place);
  // Rows of one person must not stand there for the next: the page is built anew for each.
  const viewer = session.user?.user_id ?? session.status;
  return (
    <Frame>
      <PageHeader
        standard={page ? page.route : { title: pathname === '/' || problem ? 'Dashboard' : 'Page Not Found' }}
      />
      {problem && !page ? (
        <NoRegistry problem={problem} />
      ) : (
        <Content key={viewer} verdict={verdict} page={page} address={pathname + search} />
      )}
    </Frame>
  );
}
