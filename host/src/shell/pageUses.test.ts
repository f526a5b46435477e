import { memoryStorage } from '../session/storage';
import { byUse, countUse } from './pageUses';

const PAGES = [{ path: '/a' }, { path: '/b' }, { path: '/c' }];

const pathsByUse = (storage: ReturnType<typeof memoryStorage>) =>
  byUse(PAGES, storage).map(({ path }) => path);

function open(storage: ReturnType<typeof memoryStorage>, path: string, times: number): void {
  for (let time = 0; time < times; time += 1) countUse(path, storage);
}

it('puts the pages first that are opened most, and keeps the order of the others', () => {
  const storage = memoryStorage();
  open(storage, '/c', 2);
  open(storage, '/b', 1);
  expect(pathsByUse(storage)).toEqual(['/c', '/b', '/a']);
});

it('forgets what was used long ago', () => {
  const storage = memoryStorage();
  open(storage, '/c', 2);
  open(storage, '/b', 200);
  expect(pathsByUse(storage)).toEqual(['/b', '/a', '/c']);
});

it.each(['{', 'null', '[]', '{"/a":"often"}'])('takes %s in the storage for no use', (kept) => {
  const storage = memoryStorage({ 'hindsight.page-uses': kept });
  expect(byUse(PAGES, storage)).toEqual(PAGES);
  open(storage, '/b', 1);
  expect(byUse(PAGES, storage)[0]).toEqual({ path: '/b' });
});
