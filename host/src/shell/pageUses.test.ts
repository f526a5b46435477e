import { memoryStorage } from '../session/storage';
import { byUse, countUse } from './pageUses';

const PAGES = [{ path: '/a' }, { path: '/b' }, { path: '/c' }];

function open(storage: ReturnType<typeof memoryStorage>, path: string, times: number): void {
  for (let time = 0; time < times; time += 1) countUse(path, storage);
}

it('puts the pages first that are opened most, and keeps the order of the others', () => {
  const storage = memoryStorage();
  open(storage, '/c', 2);
  open(storage, '/b', 1);
  const { pages, isUsed } = byUse(PAGES, storage);
  expect(pages.map(({ path }) => path)).toEqual(['/c', '/b', '/a']);
  expect(pages.map(isUsed)).toEqual([true, true, false]);
});

it('forgets what was used long ago', () => {
  const storage = memoryStorage();
  open(storage, '/a', 2);
  open(storage, '/b', 200);
  const { pages, isUsed } = byUse(PAGES, storage);
  expect(pages.map(isUsed)).toEqual([true, false, false]);
});

it.each(['{', 'null', '[]', '{"/a":"often"}'])('takes %s in the storage for no use', (kept) => {
  const storage = memoryStorage({ 'hindsight.page-uses': kept });
  expect(byUse(PAGES, storage).pages).toEqual(PAGES);
  open(storage, '/b', 1);
  expect(byUse(PAGES, storage).pages[0]).toEqual({ path: '/b' });
});
