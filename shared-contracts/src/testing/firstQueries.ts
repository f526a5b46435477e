/** The first queries of a page: those that its descriptor declares, and those that it made. */
import { fillPath, toQuery } from '../api/client';
import { firstRequests, type RemoteDescriptor } from '../registry';
import type { fakeApi } from './fakeShell';

/** Reads that the descriptor declares for an address, e.g. `GET /agents/?limit=1`. */
export function declaredReads({ routes }: RemoteDescriptor, address: string): string[] {
  const { pathname, search } = new URL(address, 'https://example.org');
  return routes
    .flatMap((route) => firstRequests(route, { pathname, search }))
    .map(({ path, query }) => `GET ${path}${toQuery(query)}`);
}

/** Calls that were made of a fake API, in the same form. */
export const madeReads = ({ calls }: ReturnType<typeof fakeApi>): string[] =>
  calls.map(({ key, input }) => {
    const { params = {}, query = {} } = (input ?? {}) as Record<'params' | 'query', Record<string, unknown>>;
    return fillPath(key, params) + toQuery(query);
  });
