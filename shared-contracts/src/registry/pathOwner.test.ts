import { ownerOf, remoteForPath, type Registry } from '.';

const owner = (paths: readonly string[], pathname: string) => ownerOf(paths, (path) => path, pathname);

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
  expect(ownerOf(twins, ({ path }) => path, '/x')).toBe(twins[0]);
});

it('finds the most specific route whichever remote comes first', () => {
  const remote = (path: string) => ({ descriptor: { routes: [{ path }] } });
  const general = remote('/x');
  const specific = remote('/x/detail');
  for (const remotes of [
    { general, specific },
    { specific, general },
  ]) {
    const registry = { remotes } as unknown as Registry;
    expect(remoteForPath(registry, '/x/detail/7')?.remote).toBe('specific');
    expect(remoteForPath(registry, '/x/other')?.remote).toBe('general');
    expect(remoteForPath(registry, '/login')).toBeNull();
  }
});
