/** What the host shows of its own beside the remotes' pages: described like theirs, so that gate, title and palette treat all alike. */
import type { RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { ComponentType } from 'react';
import type { HostOverlay } from './overlayAddress';

export interface HostPage extends RouteDescriptor {
  /** Loads when it is first shown: `lazyPage(() => import(…))`. */
  Component: ComponentType;
}

export interface HostParts {
  pages: readonly HostPage[];
  overlays: readonly HostOverlay[];
}
