/** Opens the guide from any page; on the user's first visit to the dashboard it opens automatically. */
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon, IconButton } from '@hindsight/shared-ui/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { browserStorage, type SafeStorage } from '../session/storage';
import { openOverlays, withOverlay } from '../shell/overlayAddress';
import { useOverlays } from '../shell/useOverlays';
import { opensAutomatically } from './model/completion';

/** Query parameter that opens the guide. */
export const GET_STARTED = 'get-started';

export function GetStartedButton({ storage = browserStorage }: { storage?: SafeStorage }) {
  const { session } = useShell();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const overlays = useOverlays();
  const offeredTo = useRef<string | null>(null);
  const viewer = session.user?.user_id ?? session.status;
  const open = (replace: boolean) =>
    void navigate(
      { pathname, search: withOverlay(search, GET_STARTED), hash },
      { replace, preventScrollReset: true },
    );

  const offer = useEffectEvent(() => {
    // Once per visit and user, even if the browser cannot store it; never over another dialog.
    if (offeredTo.current === viewer || openOverlays(overlays, search).length > 0) return;
    if (!overlays.some(({ opens }) => opens.includes(GET_STARTED))) return;
    if (!opensAutomatically(session, pathname, storage)) return;
    offeredTo.current = viewer;
    open(true);
  });
  useEffect(() => offer(), [viewer, pathname, search]);

  return (
    <IconButton label="Get Started" onClick={() => open(false)}>
      <Icon name="help" />
    </IconButton>
  );
}
