/** Placeholders for pages that cannot be shown. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState, ErrorState } from '@hindsight/shared-ui/core';
import { useEffect, useState } from 'react';
import { useFederation } from '../federation/federation';
import type { Releases } from '../federation/releases/releases';
import { sessionProblem } from '../session/problem';
import { useHost } from '../shell/hostContext';
import { LoadFailure } from '../shell/LoadFailure';
import { SignInLink } from '../shell/SignInLink';
import { useStore } from '../state/store';
import { reportError } from '../telemetry/reportError';

export function Unreachable() {
  const { refreshSession } = useShell();
  const { title, detail } = sessionProblem(useStore(useHost().session.problem), window.location.hostname);
  const [asking, setAsking] = useState(false);
  return (
    <ErrorState
      kind="offline"
      title={title}
      detail={detail}
      retryLabel="Retry"
      retrying={asking}
      onRetry={() => {
        setAsking(true);
        void refreshSession().finally(() => setAsking(false));
      }}
    />
  );
}

export function NoAccess({ reason }: { reason: 'guest' | 'beta-admin' }) {
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
      description="Only beta access administrators can open this page. Ask an administrator for that role."
    />
  );
}

export function OldService() {
  return (
    <EmptyState
      kind="no-access"
      title="This page needs a newer version of the Hindsight service"
      description="Ask an administrator of this installation to update the service."
    />
  );
}

async function poll(releases: Releases): Promise<void> {
  try {
    await (await releases.manager()).poll();
  } catch {
    // Even the release manager's code failed to load, so only a full reload can help.
    window.location.reload();
  }
}

/** Shown without a registry: there are no pages, which must not look like a wrong address. */
export function NoRegistry({ problem }: { problem: string }) {
  const { releases } = useFederation();
  const [asking, setAsking] = useState(false);
  useEffect(() => reportError(problem, { area: 'registry', expected: true }), [problem]);
  return (
    <LoadFailure
      what="The dashboard"
      details={[problem]}
      retrying={asking}
      retry={() => {
        setAsking(true);
        void poll(releases).finally(() => setAsking(false));
      }}
    />
  );
}
