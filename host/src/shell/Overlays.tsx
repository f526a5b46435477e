/** Shows the dialogs named in the address, over any page. */
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { LazyBoundary, lazyPage, ShellProvider, useShell } from '@hindsight/shared-contracts/shell';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { gate } from '../session/gate';
import { ErrorBoundary } from './ErrorBoundary';
import { useHost } from './hostContext';
import styles from './Overlays.module.css';
import type { OverlayNoticeProps } from './OverlayNotice';
import { openOverlays, withoutOverlays, type Overlay } from './overlayAddress';
import { SlotOutlet } from './SlotOutlet';
import { useOverlays } from './useOverlays';

const OverlayNotice = lazyPage(() => import('./OverlayNotice').then((module) => module.OverlayNotice));

/** Becomes visible only when the dialog takes long to load. */
const waiting = (
  <p role="status" className={styles.waiting} data-layer>
    Opening…
  </p>
);

/** Explains why a dialog is unavailable, or not open to this user, when its own code does not run. */
function Notice(props: OverlayNoticeProps) {
  return (
    <ErrorBoundary place={{ area: 'overlay' }} resetKey="" fallback={() => null}>
      <LazyBoundary fallback={waiting}>
        <OverlayNotice {...props} />
      </LazyBoundary>
    </ErrorBoundary>
  );
}

/** Attributes drafts inside to the dialog instead of the page below, and keeps the dialog from changing the page header. */
function OwnLayer({ layer, children }: { layer: string; children: ReactNode }) {
  const shell = useShell();
  const { drafts } = useHost();
  const own = useMemo(
    () => ({
      ...shell,
      holdDraft: (what: string, discard?: () => void) => drafts.hold(what, layer, discard),
      setPageHeader: () => () => undefined,
    }),
    [shell, drafts, layer],
  );
  return <ShellProvider shell={own}>{children}</ShellProvider>;
}

function OverlayPart({ overlay, close }: { overlay: Overlay; close(): void }) {
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const props = { params, close };
  const { part, key } = overlay;
  if ('slot' in part) {
    return (
      <SlotOutlet
        name={part.slot}
        props={props}
        options={{
          loading: waiting,
          unavailable: (reason, retry) => (
            <Notice kind="unavailable" reason={reason} retry={retry} close={close} />
          ),
        }}
      />
    );
  }
  return (
    <ErrorBoundary
      place={{ area: `overlay ${key}` }}
      resetKey={key}
      fallback={(_error, retry) => (
        <Notice
          kind="unavailable"
          reason="This part of the dashboard couldn’t be shown."
          retry={retry}
          close={close}
        />
      )}
    >
      <LazyBoundary fallback={waiting}>
        <part.Component {...props} />
      </LazyBoundary>
    </ErrorBoundary>
  );
}

function OpenOverlay({ overlay }: { overlay: Overlay }) {
  const { session } = useShell();
  const place = useLocation();
  const navigate = useNavigate();
  const close = () =>
    void navigate(
      { pathname: place.pathname, search: withoutOverlays(place.search, [overlay]), hash: place.hash },
      { replace: true, preventScrollReset: true },
    );
  const verdict = gate(session, overlay.access, { ...place, pathname: '' });
  switch (verdict.kind) {
    case 'show':
      return (
        <OwnLayer layer={overlay.key}>
          <OverlayPart overlay={overlay} close={close} />
        </OwnLayer>
      );
    case 'no-access':
      return <Notice kind={verdict.reason} close={close} />;
    case 'go':
      // The sign-in page itself is the next step.
      if (place.pathname === '/login') return null;
      return <Notice kind={session.status === 'signed-out' ? 'guest' : 'beta-status'} close={close} />;
    default:
      return null;
  }
}

const never = () => () => undefined;

/** False while React takes over the document's frame: the server that rendered it knows no query. */
const useIsTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Remounts each dialog for another user. Renders none before the session is known: it would soon be remounted, and input in it would
 * silently get lost.
 */
export function Overlays() {
  const { session } = useShell();
  const location = useLocation();
  const search = useIsTakenOver() ? location.search : '';
  const viewer = session.user?.user_id ?? session.status;
  const open = openOverlays(useOverlays(), search);
  if (session.status === 'loading') return null;
  return open.map((overlay) => <OpenOverlay key={`${overlay.key} ${viewer}`} overlay={overlay} />);
}
