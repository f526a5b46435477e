import { waitFor } from '@testing-library/react';
import { ReviewKind } from '@hindsight/shared-contracts/api';
import { requestsAfter } from '@hindsight/shared-contracts/registry';
import { declaredReads, fakeApi, fakeShell, madeReads } from '@hindsight/shared-contracts/testing';
import { item, open } from '../testing/inbox';
import { renderPage } from '../testing/renderPage';
import { descriptor } from './descriptor';

describe('entry', () => {
  it('lists its pages in the sidebar, behind their flags, visible to guests', () => {
    const listed = descriptor.routes.flatMap(({ path, flag, access, navigation }) =>
      navigation ? [[path, navigation.label, navigation.order, flag, access]] : [],
    );
    expect(listed).toEqual([
      ['/review', 'Review', 55, undefined, 'guest'],
      ['/consolidation-suggestions', 'Consolidation', 60, 'consolidationEnabled', 'guest'],
      ['/memory-optimization-center', 'AI Optimization', 80, undefined, 'guest'],
      ['/pruning-suggestions', 'Pruning', 90, 'pruningEnabled', 'guest'],
    ]);
  });
});

/** The host sends the declared queries before a page's code is loaded, so the page must send exactly the same ones. */
describe('firstQueries', () => {
  const ADDRESSES = [
    ['/review', '/review'],
    ['/review', '/review?kind=pruning'],
    ['/memory-optimization-center', '/memory-optimization-center'],
    ['/memory-optimization-center', '/memory-optimization-center?agent=a1'],
    ['/pruning-suggestions', '/pruning-suggestions'],
    ['/consolidation-suggestions', '/consolidation-suggestions'],
    ['/consolidation-suggestions/:id', '/consolidation-suggestions/00000000-0000-4000-8000-00000000000b'],
  ] as const;

  it.each(ADDRESSES)('%s sends its declared queries (%s)', async (_, address) => {
    const api = fakeApi({});
    await renderPage(address, fakeShell({ api }));
    const declared = declaredReads(descriptor, address);
    expect(declared).not.toEqual([]);
    await waitFor(() => expect(madeReads(api)).toEqual(expect.arrayContaining(declared)));
  });

  it.each(ReviewKind.options)('/review sends the queries declared for a first %s item', async (kind) => {
    const isOfTwo = kind === 'consolidation' || kind === 'contradiction';
    const first = item('one', { kind, memory_block_ids: isOfTwo ? ['m1', 'm2'] : ['m1'] });
    const [declared] = descriptor.routes.find(({ path }) => path === '/review')!.firstQueries!;
    const following = requestsAfter(declared!.then!, { items: [first] }).map(({ path }) => `GET ${path}`);
    expect(following).not.toEqual([]);
    const { api } = await open([first]);
    await waitFor(() => expect(madeReads(api)).toEqual(expect.arrayContaining(following)));
  });

  it('covers every page with declared queries', () => {
    const tried = new Set<string>(ADDRESSES.map(([path]) => path));
    const declaring = descriptor.routes.filter(({ firstQueries }) => firstQueries);
    expect([...tried].sort()).toEqual(declaring.map(({ path }) => path).sort());
  });
});
