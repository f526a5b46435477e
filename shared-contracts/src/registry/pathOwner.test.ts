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
])('of %j, the owner of %s is %s', (paths, pathname, expected) => {
  expect(owner(paths, pathname)).toBe(expected);
});

it('takes the first of two that match equally well', () => {
  const twins = [{ path: '/x' }, { path: '/x' }];
  expect(findOwner(twins, ({ path }) => path, '/x')).toBe(twins[0]);
});

it('finds the most specific route of the remote that owns an address', () => {
  const remote = (...paths: string[]) => ({
    descriptor: { routes: paths.map((path) => ({ path })), slots: [] },
  });
  const registry = { remotes: { one: remote('/x', '/x/detail'), two: remote('/y') } } as unknown as Registry;
  expect(remoteForPath(registry, '/x/detail/7')).toEqual({ remote: 'one', route: { path: '/x/detail' } });
  expect(remoteForPath(registry, '/x/other')?.route.path).toBe('/x');
  expect(remoteForPath(registry, '/y')?.remote).toBe('two');
  expect(remoteForPath(registry, '/login')).toBeNull();
});
