/** The host's own pages and dialogs, described like those of remotes, so that gate, title and palette treat all alike. */
import type { RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { ComponentType } from 'react';
import type { HostOverlay } from './overlayAddress';

export interface HostPage extends RouteDescriptor {
  /** Loaded when first shown: `lazyPage(() => import(…))`. */
  Component: ComponentType;
}

export interface HostParts {
  pages: readonly HostPage[];
  overlays: readonly HostOverlay[];
}
