import { waitFor } from '@testing-library/react';
import { declaredReads, fakeApi, fakeShell, madeReads } from '@hindsight/shared-contracts/testing';
import { BLOCK_PARAM, CREATE_AGENT_PARAM, CREATE_PARAM } from '../model/blockAddress';
import { renderPage } from '../testing/renderPage';
import { AGENT_ID, page } from '../testing/rows';
import { descriptor } from './descriptor';

describe('entry', () => {
  it('opens its dialogs through address parameters', () => {
    expect(descriptor.overlays).toMatchObject([
      { slot: 'memory-block.detail', params: [BLOCK_PARAM], access: 'guest' },
      {
        slot: 'memory-block.create',
        params: [CREATE_PARAM, CREATE_AGENT_PARAM],
        access: 'member',
        command: { label: 'Create memory' },
      },
    ]);
  });

  it('lists the sidebar entries of the specification, visible to guests', () => {
    const listed = descriptor.routes.filter(({ navigation }) => navigation);
    const shown = listed.map(({ path, navigation, access }) => [
      path,
      navigation?.label,
      navigation?.order,
      access,
    ]);
    expect(shown).toEqual([
      ['/dashboard', 'Dashboard', 10, 'guest'],
      ['/memory-blocks', 'Memory Blocks', 20, 'guest'],
      ['/playground', 'Playground', 25, 'guest'],
      ['/keywords', 'Keywords', 30, 'guest'],
      ['/agents', 'Agents', 40, 'guest'],
      ['/analytics', 'Analytics', 50, 'guest'],
      ['/archived-memory-blocks', 'Archived', 70, 'guest'],
    ]);
  });
});

/** Declared queries are sent before the page's code loads, so the page must request exactly the same. */
describe('firstQueries', () => {
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

  it.each(ADDRESSES)('%s sends its declared queries', async (address) => {
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

  it('covers every page that declares queries', () => {
    const tried = new Set(
      ADDRESSES.map((address) => address.replace(/\?.*/, '').replace(/[\da-f-]{36}/, ':id')),
    );
    const declaring = descriptor.routes.filter(({ firstQueries }) => firstQueries);
    expect([...tried].sort()).toEqual(declaring.map(({ path }) => path).sort());
  });
});
