import { chooseRelease } from '.';

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

it('gives the canary to a named organization, and to no other', () => {
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

it('keeps it for everyone who has it while the share grows', () => {
  const before = chosen(10);
  const after = new Set(chosen(20));
  expect(before.filter((id) => !after.has(id))).toEqual([]);
});

it('chooses other organizations for each remote', () => {
  const memory = new Set(chosen(10));
  expect(chosen(10, 'beta').filter((id) => memory.has(id)).length).toBeLessThan(80);
});

it('answers the same on every machine', () => {
  const ids = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
  const answers = ids.map((id) => chooseRelease('memory', canary({ percent: 50 }), id) !== null);
  expect(answers).toEqual([true, true, true, false, true, true]);
});
