/** The overlays of this page's registry and of the host. */
import { useMemo } from 'react';
import { registry } from '../federation/registryClient';
import { useHost } from './hostContext';
import { overlaysOf, type Overlay } from './overlayAddress';

export function useOverlays(): readonly Overlay[] {
  const { parts } = useHost();
  return useMemo(() => overlaysOf(registry(), parts.overlays), [parts]);
}
