import { readNewToken, readToken, shownForm, tokenState } from './token';
import { draftErrors, EXPIRY_CHOICES, EXPIRY_PASSED, inDays, NEW_TOKEN, tokenBody } from './tokenDraft';

it('defaults to the read scope only', () => {
  expect(NEW_TOKEN).toEqual({ name: '', read: true, write: false, organizationId: null, expiresAt: null });
});

it.each([
  [{ ...NEW_TOKEN, name: '  ' }, { name: 'Token name is required' }],
  [{ ...NEW_TOKEN, name: 'ci', read: false }, { scopes: 'Select at least one scope' }],
  [{ ...NEW_TOKEN, name: 'ci', expiresAt: '2026-01-01T00:00:00.000Z' }, { expiresAt: EXPIRY_PASSED }],
  [{ ...NEW_TOKEN, name: 'ci', expiresAt: '2026-01-01T00:00:00.001Z' }, {}],
])('validates %j', (draft, errors) => {
  expect(draftErrors(draft, Date.parse('2026-01-01T00:00:00Z'))).toEqual(errors);
});

it('sends only the chosen fields', () => {
  expect(tokenBody({ ...NEW_TOKEN, name: ' ci ' })).toEqual({ name: 'ci', scopes: ['read'] });
  const whole = {
    name: 'ci',
    read: false,
    write: true,
    organizationId: 'o',
    expiresAt: '2027-01-31T11:00:00.000Z',
  };
  expect(tokenBody(whole)).toEqual({
    name: 'ci',
    scopes: ['write'],
    organization_id: 'o',
    expires_at: '2027-01-31T11:00:00.000Z',
  });
});

it('counts calendar days, across a clock change too', () => {
  const before = new Date(2026, 2, 20, 9, 30, 12);
  for (const { days } of EXPIRY_CHOICES) {
    const then = new Date(inDays(days, before));
    expect([then.getHours(), then.getMinutes(), then.getSeconds()]).toEqual([9, 30, 0]);
  }
  expect(new Date(inDays(30, before)).getDate()).toBe(19);
});

const wire = {
  id: 't1',
  user_id: 'u1',
  name: 'Laptop',
  prefix: '1a2b3c4d',
  last_four: 'WxYz',
  scopes: ['read'],
  organization_id: null,
  is_personal: false,
  agent_id: null,
  signs_in: false,
  status: 'active' as const,
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  expires_at: '2026-02-01T00:00:00Z',
};

it('parses a token and derives its expired state', () => {
  const token = readToken(wire);
  expect(shownForm(token)).toBe('1a2b3c4d…WxYz');
  expect(tokenState(token, [], Date.parse('2026-01-31T23:59:59Z'))).toBe('active');
  expect(tokenState(token, [], Date.parse('2026-02-01T00:00:00Z'))).toBe('expired');
  expect(tokenState(readToken({ ...wire, status: 'revoked' }), [], 0)).toBe('revoked');
  const limited = readToken({ ...wire, organization_id: 'o1' });
  expect(tokenState(limited, [{ id: 'o1' }], 0)).toBe('active');
  expect(tokenState(limited, [{ id: 'o2' }], 0)).toBe('lost');
});

it("shows no ends of a secret for a token from a program's sign-in", () => {
  expect(shownForm(readToken({ ...wire, signs_in: true }))).toBe('Signed in');
});

it('rejects a response without the secret', () => {
  expect(readNewToken({ ...wire, token: 'hs_pat_1' })).toMatchObject({
    secret: 'hs_pat_1',
    token: { id: 't1' },
  });
  expect(() => readNewToken({ ...wire, token: '' })).toThrow('did not return the secret');
});
