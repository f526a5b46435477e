/** Mounts a dialog of this remote for a test, as the host does: by the address. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import type { OverlayProps, Shell } from '@hindsight/shared-contracts/shell';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import type { ComponentType } from 'react';

/** @param parameters of the overlay, which closing takes out of the address. */
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
