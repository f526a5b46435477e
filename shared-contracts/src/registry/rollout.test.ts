import { chooseRelease } from './';
import { satisfies } from './versionRange';

describe('rollout', () => {
  const to = { version: '1.1.0', url: 'https://files.test/1.1.0/release.json', integrity: 'sha384-x' };
  const canary = (rest: object) => ({ memory: { canary: { to, ...rest } } });
  const organizations = Array.from({ length: 4000 }, (_, index) => `00000000-0000-4000-8000-${index}`);
  const chosen = (percent: number, name = 'memory') =>
    organizations.filter((id) => chooseRelease(name, { [name]: { canary: { to, percent } } }, id));

  it.each([
    ['no rollout', undefined, 'a'],
    ['no canary', { memory: {} }, 'a'],
    ['no organization', canary({ percent: 100 }), null],
    ['neither organizations nor a share', canary({}), 'a'],
    ['another remote', { beta: { canary: { to, percent: 100 } } }, 'a'],
  ])('stays stable with %s', (_, rollout, organization) => {
    expect(chooseRelease('memory', rollout, organization)).toBeNull();
  });

  it('gives the canary to a listed organization and to no other', () => {
    expect(chooseRelease('memory', canary({ organizations: ['a'], percent: 0 }), 'a')).toBe(to);
    expect(chooseRelease('memory', canary({ organizations: ['a'], percent: 0 }), 'b')).toBeNull();
  });

  it.each([1, 10, 50])('gives it to about %d percent', (percent) => {
    const share = (chosen(percent).length / organizations.length) * 100;
    expect(Math.abs(share - percent)).toBeLessThan(percent === 1 ? 0.5 : 2);
  });

  it('gives it to all at 100 and to none at 0', () => {
    expect(chosen(100)).toHaveLength(organizations.length);
    expect(chosen(0)).toHaveLength(0);
  });

  it('keeps the canary for everyone who has it while the share grows', () => {
    const before = chosen(10);
    const after = new Set(chosen(20));
    expect(before.filter((id) => !after.has(id))).toEqual([]);
  });

  it('chooses other organizations for each remote', () => {
    const memory = new Set(chosen(10));
    expect(chosen(10, 'beta').filter((id) => memory.has(id)).length).toBeLessThan(80);
  });

  it('chooses the same on every machine', () => {
    const ids = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
    const answers = ids.map((id) => chooseRelease('memory', canary({ percent: 50 }), id) !== null);
    expect(answers).toEqual([true, true, true, false, true, true]);
  });
});

describe('versionRange', () => {
  it.each([
    ['1.4.0', '^1.0.0', true],
    ['1.0.0', '^1.0.1', false],
    ['2.0.0', '^1.0.0', false],
    ['0.2.9', '^0.2.3', true],
    ['0.3.0', '^0.2.3', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['19.3.1', '>=19.3.0', true],
    ['19.2.9', '>=19.3.0', false],
    ['1.0.0', '<=1.0.0', true],
    ['1.10.0', '<=1.9.0', false],
    ['1.0.0', '1.0.0', true],
    ['1.0.1', '=1.0.0', false],
    ['1.4.0-3f2a91c0', '^1.0.0', true],
    ['1.0', '^1', true],
    ['7.1.2', '*', true],
  ])('%s in %s: %s', (version, range, expected) => expect(satisfies(version, range)).toBe(expected));

  it.each(['', 'latest', '>1.0.0', '^1.0.0 || ^2.0.0', '1.x'])('rejects %j as a range', (range) => {
    expect(satisfies('1.0.0', range)).toBe(false);
  });
  it('rejects a word as a version', () => expect(satisfies('next', '*')).toBe(false));
});
