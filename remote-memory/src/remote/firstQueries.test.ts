/** What the descriptor declares is asked before the code of a page is there, so the page must ask exactly the same. */
import { fillPath, toQuery } from '@hindsight/shared-contracts/api/client';
import { firstRequests } from '@hindsight/shared-contracts/registry';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { waitFor } from '@testing-library/react';
import { renderPage } from '../testing/renderPage';
import { AGENT_ID, page } from '../testing/rows';
import { descriptor } from './descriptor';

const ADDRESSES = [
  '/dashboard',
  '/memory-blocks',
  `/memory-blocks?agent=${AGENT_ID}`,
  '/memory-blocks?keyword=k1,k2',
  '/keywords',
  '/agents',
];

const declaring = descriptor.routes.filter(({ firstQueries }) => firstQueries);

it.each(ADDRESSES)('%s asks what is declared for it', async (address) => {
  const api = fakeApi({
    'GET /agents/': page([]),
    'GET /memory-blocks/': page([]),
    'GET /keywords/': [],
    'GET /conversations/count': { count: 0 },
  });
  await renderPage(address, fakeShell({ api }));
  const asked = () =>
    api.calls.map(({ key, input }) => {
      const { params = {}, query = {} } = (input ?? {}) as Record<
        'params' | 'query',
        Record<string, unknown>
      >;
      return fillPath(key, params) + toQuery(query);
    });
  const route = declaring.find(({ path }) => path === window.location.pathname)!;
  const declared = firstRequests(route, window.location).map(
    ({ path, query }) => `GET ${path}${toQuery(query)}`,
  );
  expect(declared).not.toEqual([]);
  await waitFor(() => expect(asked()).toEqual(expect.arrayContaining(declared)));
});

it('is tried for every page that declares something', () => {
  const tried = new Set(ADDRESSES.map((address) => address.replace(/\?.*/, '')));
  expect([...tried].sort()).toEqual(declaring.map(({ path }) => path).sort());
});
