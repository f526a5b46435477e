import { listRows, mayChangeAnything, mayRead, maySignedIn, mayUseMemoryData, mayWrite } from './permissions';
import type { Ownership } from './permissions';
import { GUEST } from './principal';
import type { Person, Principal } from './principal';

const ALPHA = 'a0000000-0000-4000-8000-000000000000';
const BETA = 'b0000000-0000-4000-8000-000000000000';

const person = (userId: string, more: Partial<Person> = {}): Person => ({
  kind: 'person',
  userId,
  email: `${userId}@x.test`,
  displayName: userId,
  isSuperadmin: false,
  isBetaAdmin: false,
  betaAccessStatus: 'accepted',
  memberships: [],
  ...more,
});

const inAlpha = (role: 'viewer' | 'editor' | 'owner', can_read: boolean, can_write: boolean) => ({
  memberships: [{ organization_id: ALPHA, organization_name: 'Alpha', role, can_read, can_write }],
});

const principals: Record<string, Principal> = {
  guest: GUEST,
  stranger: person('stranger'),
  viewer: person('viewer', inAlpha('viewer', true, false)),
  writingViewer: person('writingViewer', inAlpha('viewer', true, true)),
  editor: person('editor', inAlpha('editor', true, true)),
  mutedOwner: person('mutedOwner', inAlpha('owner', true, false)),
  blindEditor: person('blindEditor', inAlpha('editor', false, true)),
  superadmin: person('superadmin', { isSuperadmin: true }),
};

const PUBLIC: Ownership = { visibilityScope: 'public', ownerUserId: null, organizationId: null };
const ORGANIZATION: Ownership = { visibilityScope: 'organization', ownerUserId: null, organizationId: ALPHA };
const PERSONAL: Ownership = { visibilityScope: 'personal', ownerUserId: 'viewer', organizationId: null };

/** r: may read, w: may write; public, organization, personal of the viewer. */
const expected: Record<string, string> = {
  guest: 'r | - | -',
  stranger: 'r | - | -',
  viewer: 'r | r | rw',
  writingViewer: 'r | rw | -',
  editor: 'r | rw | -',
  mutedOwner: 'r | r | -',
  blindEditor: 'r | w | -',
  superadmin: 'rw | rw | rw',
};

const judgeAccess = (principal: Principal, row: Ownership) =>
  `${mayRead(principal, row) ? 'r' : ''}${mayWrite(principal, row) ? 'w' : ''}` || '-';

test.each(Object.entries(expected))('single rows: %s may %s', (name, rights) => {
  const principal = principals[name] ?? GUEST;
  expect([PUBLIC, ORGANIZATION, PERSONAL].map((row) => judgeAccess(principal, row)).join(' | ')).toBe(rights);
});

test('lists in public scope hold public rows for everybody', () => {
  for (const principal of Object.values(principals)) {
    expect(listRows(principal, { kind: 'public' })).toEqual({ rows: 'public' });
  }
});

test('personal means one’s own rows, for a superadmin too, and none for a guest', () => {
  expect(listRows(GUEST, { kind: 'personal' })).toEqual({ rows: 'none' });
  expect(listRows(person('superadmin', { isSuperadmin: true }), { kind: 'personal' })).toEqual({
    rows: 'owned',
    ownerUserId: 'superadmin',
  });
});

test.each([
  ['guest', ALPHA, 'none'],
  ['stranger', ALPHA, 'none'],
  ['viewer', ALPHA, ALPHA],
  ['viewer', BETA, 'none'],
  ['blindEditor', ALPHA, 'none'],
  ['superadmin', BETA, BETA],
  ['guest', null, 'none'],
  ['viewer', null, ALPHA],
  ['blindEditor', null, 'none'],
  ['superadmin', null, 'none'],
])('organization lists: %s asking for %s gets %s', (name, organizationId, result) => {
  const rows = listRows(principals[name] ?? GUEST, { kind: 'organization', organizationId });
  expect(rows).toEqual(
    result === 'none' ? { rows: 'none' } : { rows: 'organizations', organizationIds: [result] },
  );
});

test.each([
  ['not_requested', false],
  ['pending', false],
  ['denied', false],
  ['revoked', false],
  ['accepted', true],
] as const)('the beta gate lets a person with status %s through: %s', (betaAccessStatus, passes) => {
  const verdict = mayUseMemoryData(person('p', { betaAccessStatus }));
  expect(verdict).toEqual(
    passes
      ? { allowed: true }
      : {
          allowed: false,
          status: 403,
          code: 'beta_access_required',
          detail:
            'Beta access is required to use memory data. Request access and wait for approval to continue.',
        },
  );
});

test('guests and superadmins pass the beta gate', () => {
  expect(mayUseMemoryData(GUEST).allowed).toBe(true);
  expect(mayUseMemoryData(person('p', { isSuperadmin: true, betaAccessStatus: 'denied' })).allowed).toBe(
    true,
  );
});

test('a guest changes nothing and has no account', () => {
  expect(mayChangeAnything(GUEST)).toEqual({
    allowed: false,
    status: 401,
    detail: 'Guest mode is read-only. Sign in to perform changes.',
  });
  expect(maySignedIn(GUEST)).toEqual({ allowed: false, status: 401, detail: 'Authentication required' });
});
