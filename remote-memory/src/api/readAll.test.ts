import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { readAll } from './readAll';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${from + at}` }));

it('makes one request for what fits into it, and begins each further one behind the last row', async () => {
  const all = rows(0, 2500);
  const ask = jest.fn(async (behind: { id: string } | undefined) => {
    const from = behind ? Number(behind.id) + 1 : 0;
    return all.slice(from, from + MAX_PAGE_SIZE);
  });
  expect(await readAll(ask)).toEqual(all);
  expect(ask.mock.calls).toEqual([[undefined], [{ id: '999' }], [{ id: '1999' }]]);
  ask.mockClear();
  ask.mockResolvedValue(rows(0, 160));
  expect(await readAll(ask)).toHaveLength(160);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('ends when the service does not know where to begin', async () => {
  const ask = jest.fn(async () => rows(0, MAX_PAGE_SIZE));
  expect(await readAll(ask)).toHaveLength(MAX_PAGE_SIZE);
  expect(ask).toHaveBeenCalledTimes(2);
});
