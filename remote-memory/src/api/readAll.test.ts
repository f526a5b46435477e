import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { readAll } from './readAll';

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

it('makes one request for what fits into it, and four at once for what follows', async () => {
  const all = rows(2500);
  const ask = jest.fn(async ({ skip = 0, limit }: { skip?: number; limit: number }) =>
    all.slice(skip, skip + limit),
  );
  expect(await readAll(ask)).toHaveLength(2500);
  expect(ask.mock.calls.map(([query]) => query)).toEqual([
    { limit: MAX_PAGE_SIZE },
    { limit: MAX_PAGE_SIZE, skip: 1000 },
    { limit: MAX_PAGE_SIZE, skip: 2000 },
    { limit: MAX_PAGE_SIZE, skip: 3000 },
    { limit: MAX_PAGE_SIZE, skip: 4000 },
  ]);
  ask.mockClear();
  const many = rows(5000);
  ask.mockImplementation(async ({ skip = 0, limit }) => many.slice(skip, skip + limit));
  expect(await readAll(ask)).toEqual(many);
  expect(ask).toHaveBeenCalledTimes(9);
  ask.mockClear();
  ask.mockResolvedValue(rows(160));
  expect(await readAll(ask)).toHaveLength(160);
  expect(ask).toHaveBeenCalledTimes(1);
});
