/** Mounts one part of a page for a test, inside a fake shell and a router. */
import type { ReactElement } from 'react';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';

export const renderPart = (element: ReactElement, shell: Shell = fakeShell(), address = '/') =>
  renderRoutes([{ path: '*', load: async () => () => element }], address, shell);
