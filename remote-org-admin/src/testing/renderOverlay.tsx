/** Mounts a dialog of this remote for a test via the URL, like the host. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import type { OverlayProps, Shell } from '@hindsight/shared-contracts/shell';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import type { ComponentType } from 'react';

/** @param parameters URL parameters of the overlay, which are removed on close. */
export function renderOverlay(
  Overlay: ComponentType<OverlayProps>,
  parameters: readonly string[],
  address: string,
  shell: Shell,
) {
  function Host() {
    const [params, setParams] = useSearchParams();
    const isOpen = parameters.some((name) => params.has(name));
    const close = () =>
      setParams((before) => new URLSearchParams([...before].filter(([name]) => !parameters.includes(name))));
    return isOpen ? <Overlay params={params} close={close} /> : <p>The page below</p>;
  }
  return renderRoutes([{ path: '*', load: async () => Host }], address, shell);
}
