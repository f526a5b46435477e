/** The overlays of the page's registry and of the host. */
import { useMemo } from 'react';
import { useRegistry } from '../federation/federation';
import { useHost } from './hostContext';
import { listOverlays, type Overlay } from './overlayAddress';

export function useOverlays(): readonly Overlay[] {
  const { parts } = useHost();
  const { registry } = useRegistry();
  return useMemo(() => listOverlays(registry, parts.overlays), [registry, parts]);
}
