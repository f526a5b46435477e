/** Whether this is a moment to put another release in the place of one that is shown. */
import { remoteForPath } from '@hindsight/shared-contracts/registry';
import { openOverlays, overlaysOf } from '../../shell/overlayAddress';
import { registry } from '../registryClient';

/** Whether a dialog of the remote is open by the address. */
export function hasOpenOverlay(name: string, search = window.location.search): boolean {
  return openOverlays(overlaysOf(registry(), []), search).some(
    ({ part }) => 'remote' in part && part.remote === name,
  );
}

/** Whether what a person looks at is the remote's. */
export function isLookedAt(name: string): boolean {
  return remoteForPath(registry(), window.location.pathname)?.remote === name || hasOpenOverlay(name);
}
