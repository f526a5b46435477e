/** First queries of a page: declared by its descriptor, and actually sent. */
import { fillPath, toQuery } from '../api/client';
import { firstRequests, type RemoteDescriptor } from '../registry';
import type { fakeApi } from './fakeShell';

/** Reads that the descriptor declares for a URL, e.g. `GET /agents/?limit=1`. */
export function declaredReads({ routes }: RemoteDescriptor, address: string): string[] {
  const { pathname, search } = new URL(address, 'https://example.org');
  return routes
    .flatMap((route) => firstRequests(route, { pathname, search }))
    .map(({ path, query }) => `GET ${path}${toQuery(query)}`);
}

/** Calls received by a fake API, in the same format. */
export const madeReads = ({ calls }: ReturnType<typeof fakeApi>): string[] =>
  calls.map(({ key, input }) => {
    const { params = {}, query = {} } = (input ?? {}) as Record<'params' | 'query', Record<string, unknown>>;
    return fillPath(key, params) + toQuery(query);
  });
