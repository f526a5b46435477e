import { findOwner, remoteForPath, type Registry } from '.';

const owner = (paths: readonly string[], pathname: string) => findOwner(paths, (path) => path, pathname);

it.each([
  [['/memory-blocks'], '/memory-blocks', '/memory-blocks'],
  [['/memory-blocks'], '/memory-blocks/17', '/memory-blocks'],
  [['/memory-blocks'], '/Memory-Blocks/', '/memory-blocks'],
  [['/memory-blocks/*', '/memory-blocks/:id'], '/memory-blocks/17', '/memory-blocks/:id'],
  [['/memory-blocks/:id', '/memory-blocks/archived'], '/memory-blocks/archived', '/memory-blocks/archived'],
  [['/memory-blocks'], '/memory-blocks-archive', null],
  [['/memory-blocks/:id'], '/memory-blocks', null],
  [['/'], '/', '/'],
  [['/'], '/dashboard', null],
])('among %j, %s belongs to %s', (paths, pathname, expected) => {
  expect(owner(paths, pathname)).toBe(expected);
});

it('picks the first of two equally specific matches', () => {
  const twins = [{ path: '/x' }, { path: '/x' }];
  expect(findOwner(twins, ({ path }) => path, '/x')).toBe(twins[0]);
});

it('finds the remote that owns a URL, with its most specific route', () => {
  const remote = (...paths: string[]) => ({
    descriptor: { routes: paths.map((path) => ({ path })), slots: [] },
  });
  const registry = { remotes: { one: remote('/x', '/x/detail'), two: remote('/y') } } as unknown as Registry;
  expect(remoteForPath(registry, '/x/detail/7')).toEqual({ remote: 'one', route: { path: '/x/detail' } });
  expect(remoteForPath(registry, '/x/other')?.route.path).toBe('/x');
  expect(remoteForPath(registry, '/y')?.remote).toBe('two');
  expect(remoteForPath(registry, '/login')).toBeNull();
});
