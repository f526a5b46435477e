/** Mounts a page of this remote for a test. */
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { routes } from '../remote/entry';

export const renderPage = (address: string, shell: Shell) => renderRoutes(routes, address, shell);
