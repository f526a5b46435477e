/** Page for signed-out visitors: sign in, or continue as a guest. */
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { useEffect } from 'react';
import { returnTarget } from '../../session/links';
import { isLocalHost, sessionProblem } from '../../session/problem';
import { useHost } from '../../shell/hostContext';
import { Logo } from '../../shell/Logo';
import { carryOverlays } from '../../shell/overlayAddress';
import { documentTitle } from '../../shell/PageHeader';
import { SignInLink } from '../../shell/SignInLink';
import { useOverlays } from '../../shell/useOverlays';
import { useStore } from '../../state/store';
import styles from './LoginPage.module.css';

/** Shown to developers without a proxy, where this page itself answers at the sign-in URL. */
const LOCAL_SIGN_IN =
  'Authentication required. Use Guest mode in local dev, or start oauth2-proxy for full login.';
const SESSION_ENDED = 'Your session has ended. Sign in to pick up where you left off.';

/** Whether a path is the sign-in page. Requests under `/oauth2/` arrive here only when no proxy handles them. */
export function isSignInPlace(pathname: string): boolean {
  return pathname === '/login' || pathname.startsWith('/oauth2/');
}

export function LoginPage() {
  const { session, refreshSession } = useShell();
  const host = useHost();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const overlays = useOverlays();
  const hasEnded = useStore(host.session.ended);
  const lacksProxy = pathname !== '/login' && isLocalHost(window.location.hostname);
  const hint = lacksProxy ? LOCAL_SIGN_IN : hasEnded ? SESSION_ENDED : null;
  const problem = useStore(host.session.problem);
  useEffect(() => {
    document.title = documentTitle('Sign In');
  }, []);

  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="page-title">
        <Logo size={56} />
        <h1 id="page-title" tabIndex={-1} className={styles.title}>
          Hindsight
        </h1>
        <p className={styles.lead}>AI-Powered Memory Dashboard</p>
        <p className={styles.text}>
          See what your AI agents learned, keep what helps, and let go of the rest.
        </p>
        {session.status === 'unreachable' && (
          <div className={styles.problem}>
            <Alert
              tone="warn"
              action={
                <Button size="small" onClick={() => void refreshSession()}>
                  Retry
                </Button>
              }
            >
              {sessionProblem(problem, window.location.hostname).detail}
            </Alert>
          </div>
        )}
        {session.status === 'signed-out' && hint && (
          <p className={styles.hint} role="status">
            {hint}
          </p>
        )}
        <div className={styles.ways}>
          <SignInLink target={carryOverlays(returnTarget(search) ?? '/dashboard', search, overlays)} block />
          <Button
            block
            size="large"
            onClick={() => {
              host.session.enterGuestMode();
              void navigate(carryOverlays('/dashboard', search, overlays));
            }}
          >
            Explore as Guest
          </Button>
        </div>
        <p className={styles.note}>Guests can read the public workspace, but not change anything.</p>
      </section>
    </main>
  );
}
