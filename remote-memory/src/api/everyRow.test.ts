import { everyRow, MOST_ROWS } from './everyRow';

const read = (item: unknown) => item as { id: string };
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index) }));

it('takes one call for what fits into it, and as many as it needs for more', async () => {
  const all = rows(0, 2500);
  const ask = jest.fn(async (skip: number, limit: number) => all.slice(skip, skip + limit));
  expect(await everyRow(ask, read)).toHaveLength(2500);
  expect(ask.mock.calls).toEqual([
    [0, MOST_ROWS],
    [1000, MOST_ROWS],
    [2000, MOST_ROWS],
  ]);
  ask.mockClear();
  ask.mockResolvedValue(rows(0, 160));
  expect(await everyRow(ask, read)).toHaveLength(160);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('stops where the service says that this is all', async () => {
  const ask = jest.fn(async () => ({ items: rows(0, 1000), total_items: 1000 }));
  await everyRow(ask, read);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('does not ask for ever where a service answers the same rows to everything', async () => {
  const ask = jest.fn(async () => rows(0, 1000));
  expect(await everyRow(ask, read)).toHaveLength(1000);
  expect(ask).toHaveBeenCalledTimes(2);
});
