import { mismatch } from './tokenReach';

const organizations = [
  { id: 'a', name: 'Larkspur Labs', slug: null, is_active: true },
  { id: 'b', name: 'Tidewater', slug: null, is_active: true },
];

it.each([
  ['a', null, 'Codex is in your personal workspace; a token limited to Larkspur Labs does not reach it.'],
  ['a', 'b', 'Codex is in Tidewater; a token limited to Larkspur Labs does not reach it.'],
  ['a', 'a', undefined],
  [null, 'a', undefined],
  [null, null, undefined],
])('with a token for %s and an agent in %s: %s', (token, agent, expected) => {
  const given = mismatch({ organizationId: token }, { name: 'Codex', organizationId: agent }, organizations);
  expect(given).toBe(expected);
});
