import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import type { ListView, Parameter } from '@hindsight/shared-ui/data';
import { usePagedRows } from './usePagedRows';

type List = ListView<Record<never, Parameter<unknown>>>;
const rows = (ids: string) => [...ids].map((id) => ({ id }));

/** A list with three rows per page. */
function open(ids: string) {
  const { result, rerender } = renderHook(
    ({ found }) => {
      const [page, setPage] = useState(1);
      const list = { view: { page }, show: (change: { page: number }) => setPage(change.page) } as List;
      return usePagedRows(list, found, 3);
    },
    { initialProps: { found: rows(ids) } },
  );
  return {
    change: (now: string) => rerender({ found: rows(now) }),
    turn: (to: number) => act(() => result.current.turn(to)),
    page: () => `${result.current.page}: ${result.current.shown.map(({ id }) => id).join('')}`,
    total: () => result.current.total,
  };
}

it('continues after the displayed rows when rows before them are added or removed', () => {
  const { change, turn, page } = open('abcdefghi');
  turn(2);
  expect(page()).toBe('2: def');
  change('123abcdefghi');
  expect(page()).toBe('2: def');
  change('defghi');
  expect(page()).toBe('2: def');
  turn(3);
  expect(page()).toBe('3: ghi');
});

it('continues after the remaining rows when the last ones are removed', () => {
  const { change, turn, page } = open('abcdefghi');
  turn(2);
  change('abdefghi');
  expect(page()).toBe('2: def');
});

it('keeps a page for every remaining row and none after the last', () => {
  const { change, turn, page, total } = open('abcdefg');
  turn(2);
  change('defg');
  expect(total()).toBe(7);
  turn(3);
  expect([page(), total()]).toEqual(['3: g', 7]);
  change('12345defg');
  expect([page(), total()]).toEqual(['3: g', 7]);
});

it('counts rows when jumping to a page', () => {
  const { turn, page } = open('abcdefghi');
  turn(3);
  expect(page()).toBe('3: ghi');
});
