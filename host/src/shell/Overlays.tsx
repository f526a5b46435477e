/** Shows the dialogs that the address asks for, over whatever page is open. */
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

/** Shows itself only when the dialog takes its time. */
const waiting = (
  <p role="status" className={styles.waiting} data-layer>
    Opening…
  </p>
);

/** What a dialog's own code cannot say itself: that it is not there, or not for this person. */
function Notice(props: OverlayNoticeProps) {
  return (
    <ErrorBoundary place={{ area: 'overlay' }} resetKey="" fallback={() => null}>
      <LazyBoundary fallback={waiting}>
        <OverlayNotice {...props} />
      </LazyBoundary>
    </ErrorBoundary>
  );
}

/** A draft inside belongs to the dialog, not to the page below; neither does the dialog speak in the page's header. */
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
      // The sign-in page is itself the way on.
      if (place.pathname === '/login') return null;
      return <Notice kind={session.status === 'signed-out' ? 'guest' : 'beta-status'} close={close} />;
    default:
      return null;
  }
}

const never = () => () => undefined;

/** False while React takes over the frame of the document: its server knows no query. */
const useIsTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Each is rebuilt for another person. None is there before it is known who is here: it would be rebuilt in a moment, and what was pressed
 * in it would be done without a word.
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
