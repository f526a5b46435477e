/** What the host promises, made of the service alone: who is signed in, calls, and messages that go after a while. */
import { ApiError, createApiClient, isAbort } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import type { Session, Shell, ToastType } from '@hindsight/shared-contracts/shell';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { useEffect, useMemo, useState } from 'react';

interface Message {
  id: string;
  type: ToastType;
  text: string;
}

/** Milliseconds that a message stays. */
const MESSAGE_MS = 7000;

const api = createApiClient({
  pageUrl: () => new URL(window.location.href),
  scope: () => PERSONAL_SCOPE,
  isGuest: () => false,
  cookies: () => document.cookie,
});

/** Signed out for everybody whom the service does not know, and while it cannot be reached. */
async function askSession(): Promise<Session> {
  try {
    const user: UserInfo = await api.call('GET /user-info', { scope: false });
    return user.authenticated ? { status: 'signed-in', user } : { status: 'signed-out', user: null };
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 401;
    return { status: isUnknown ? 'signed-out' : 'unreachable', user: null };
  }
}

/** The shell changes only with the session; the component that mounts it shows the messages. */
export function useStandaloneShell(): { shell: Shell; messages: readonly Message[] } {
  const [session, setSession] = useState<Session>({ status: 'loading', user: null });
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => void askSession().then(setSession), []);

  const shell = useMemo<Shell>(() => {
    const show = (type: ToastType, text: string) => {
      const id = crypto.randomUUID();
      setMessages((before) => [...before, { id, type, text }]);
      setTimeout(() => setMessages((before) => before.filter((one) => one.id !== id)), MESSAGE_MS);
    };
    // What this remote does not use is the fake shell's.
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
