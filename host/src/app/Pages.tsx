/** Picks the page inside the frame from the address, the route descriptors and the session. */
import { Navigate, useLocation } from '@hindsight/shared-contracts/router';
import { useShell, type Session } from '@hindsight/shared-contracts/shell';
import { PageSkeleton } from '@hindsight/shared-ui/core';
import { useMemo, useState } from 'react';
import { isSignInPlace, LoginPage } from '../account/login/LoginPage';
import { ShellTools } from '../palette/ShellTools';
import { useRegistry } from '../federation/federation';
import { gateLogin, gatePage, gateStart, type Place, type Verdict } from '../session/gate';
import { BUILD } from '../settings/build';
import { Frame } from '../shell/Frame';
import { DraftGuard } from '../shell/DraftGuard';
import { useHost } from '../shell/hostContext';
import { findPage, listPages, type Page } from '../shell/navigation';
import { NotFound } from '../shell/NotFound';
import { carryOverlays } from '../shell/overlayAddress';
import { Overlays } from '../shell/Overlays';
import { PageBoundary } from '../shell/PageBoundary';
import { PageHeader } from '../shell/PageHeader';
import { RemoteFrame } from '../shell/RemoteFrame';
import { SettingsNav } from '../shell/SettingsNav';
import { useOverlays } from '../shell/useOverlays';
import { usePageArrival } from '../shell/usePageArrival';
import { useStore } from '../state/store';
import { NoAccess, NoRegistry, OldService, Unreachable } from './PageStates';

function PageContent({ page, address }: { page: Page; address: string }) {
  if ('remote' in page) return <RemoteFrame remote={page.remote} address={address} />;
  return (
    <PageBoundary name={page.route.title} version={BUILD.version} address={address}>
      <page.Component />
    </PageBoundary>
  );
}

function Content({ verdict, page, address }: { verdict: Verdict; page: Page | null; address: string }) {
  switch (verdict.kind) {
    case 'wait':
      return <PageSkeleton />;
    case 'unreachable':
      return <Unreachable />;
    case 'no-access':
      return <NoAccess reason={verdict.reason} />;
    case 'old-service':
      return <OldService />;
    case 'go':
      return <Navigate to={verdict.to} replace />;
    case 'show':
      return page ? <PageContent page={page} address={address} /> : <NotFound />;
  }
}

/**
 * Access verdict for an address. Without a matching page, signed-out visitors go to the sign-in as for any page; others see Page Not Found.
 */
function judgeAccess(session: Session, page: Page | null, place: Place): Verdict {
  if (isSignInPlace(place.pathname)) return gateLogin(session, place.search);
  if (place.pathname === '/') return gateStart(session);
  if (session.status === 'signed-in' && !page) return { kind: 'show' };
  return gatePage(session, page?.route ?? { access: 'guest' }, place);
}

/** Redirects happen in place, without a reload or flicker, and keep open dialogs. */
function useVerdict(page: Page | null): Verdict {
  const { session } = useShell();
  const place = useLocation();
  const overlays = useOverlays();
  const verdict = judgeAccess(session, page, place);
  if (verdict.kind !== 'go') return verdict;
  return { kind: 'go', to: carryOverlays(verdict.to, place.search, overlays) };
}

/** Title of an address until the page sets a different one. */
export function pageTitle(page: Page | null, pathname: string): string {
  if (isSignInPlace(pathname)) return 'Sign In';
  return page?.route.title ?? (pathname === '/' ? 'Dashboard' : 'Page Not Found');
}

function FramedPage({ verdict, page, pages }: { verdict: Verdict; page: Page | null; pages: Page[] }) {
  const { session } = useShell();
  const { drafts } = useHost();
  const { pathname, search } = useLocation();
  const { problem } = useRegistry();
  const discarded = useStore(drafts.thrownAway);
  // Remounted for another user and after a draft was discarded, so that no stale rows or texts remain.
  const viewer = `${session.user?.user_id ?? session.status} ${discarded}`;
  return (
    <Frame>
      <PageHeader standard={page ? page.route : { title: pageTitle(page, problem ? '/' : pathname) }} />
      <SettingsNav pages={pages} />
      {problem && !page ? (
        <NoRegistry problem={problem} />
      ) : (
        <Content key={viewer} verdict={verdict} page={page} address={pathname + search} />
      )}
    </Frame>
  );
}

/** Whether a visitor who opened this page signed out has entered guest mode, perhaps in another tab. */
function useBecameGuest(): boolean {
  const { status } = useShell().session;
  const [arrivedAs, setArrivedAs] = useState(status);
  if (arrivedAs === 'loading' && status !== 'loading') setArrivedAs(status);
  return arrivedAs !== 'loading' && arrivedAs !== 'guest' && status === 'guest';
}

function SignIn({ verdict }: { verdict: Verdict }) {
  const { search } = useLocation();
  const overlays = useOverlays();
  if (useBecameGuest()) {
    return <Navigate to={carryOverlays('/dashboard', search, overlays)} replace />;
  }
  if (verdict.kind === 'go') return <Navigate to={verdict.to} replace />;
  return verdict.kind === 'wait' ? <main aria-busy /> : <LoginPage />;
}

export function Pages() {
  const { parts } = useHost();
  const { pathname } = useLocation();
  const { registry } = useRegistry();
  const pages = useMemo(() => listPages(registry, parts.pages), [registry, parts]);
  const page = findPage(pages, pathname);
  const verdict = useVerdict(page);
  usePageArrival();
  return (
    <>
      {isSignInPlace(pathname) ? (
        <SignIn verdict={verdict} />
      ) : (
        <FramedPage verdict={verdict} page={page} pages={pages} />
      )}
      <Overlays />
      <DraftGuard />
      <ShellTools />
    </>
  );
}
