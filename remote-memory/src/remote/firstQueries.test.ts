/** What the descriptor declares is asked before the code of a page is there, so the page must ask exactly the same. */
import { declaredReads, fakeApi, fakeShell, madeReads } from '@hindsight/shared-contracts/testing';
import { waitFor } from '@testing-library/react';
import { renderPage } from '../testing/renderPage';
import { AGENT_ID, page } from '../testing/rows';
import { descriptor } from './descriptor';

const CONVERSATION = '/conversations/00000000-0000-4000-8000-00000000000c';
const ADDRESSES = [
  '/dashboard',
  '/memory-blocks',
  '/playground',
  CONVERSATION,
  '/settings/secrets',
  `/memory-blocks?agent=${AGENT_ID}`,
  '/memory-blocks?keyword=k1,k2',
  '/keywords',
  '/agents',
  '/analytics',
  '/archived-memory-blocks',
];

it.each(ADDRESSES)('%s asks what is declared for it', async (address) => {
  const api = fakeApi({
    'GET /agents/': page([]),
    'GET /memory-blocks/': page([]),
    'GET /memory-blocks/archived/': page([]),
    'GET /keywords/': [],
    'GET /conversations/count': { count: 0 },
  });
  await renderPage(address, fakeShell({ api }));
  const declared = declaredReads(descriptor, address);
  expect(declared).not.toEqual([]);
  await waitFor(() => expect(madeReads(api)).toEqual(expect.arrayContaining(declared)));
});

it('is tried for every page that declares something', () => {
  const tried = new Set(
    ADDRESSES.map((address) => address.replace(/\?.*/, '').replace(/[\da-f-]{36}/, ':id')),
  );
  const declaring = descriptor.routes.filter(({ firstQueries }) => firstQueries);
  expect([...tried].sort()).toEqual(declaring.map(({ path }) => path).sort());
});
