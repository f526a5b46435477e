import { mayRequestAccess } from '../../../features/betaAccess/rules/betaAccess';
import { parseFilterDate, totalPages } from '../../http/rules/paging';
import { initialDisplayName, looksOpaque, normalizeEmail } from './identity';
import { listRows, mayChangeAnything, mayRead, maySignedIn, mayUseMemoryData, mayWrite } from './permissions';
import type { Ownership } from './permissions';
import { GUEST } from './principal';
import type { Person, Principal } from './principal';
import { preferHeaders, resolveScope } from './scope';

describe('permissions', () => {
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
  const ORGANIZATION: Ownership = {
    visibilityScope: 'organization',
    ownerUserId: null,
    organizationId: ALPHA,
  };
  const PERSONAL: Ownership = { visibilityScope: 'personal', ownerUserId: 'viewer', organizationId: null };

  /** r: may read, w: may write; for a public row, an organization's row, and the viewer's personal row. */
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
    expect([PUBLIC, ORGANIZATION, PERSONAL].map((row) => judgeAccess(principal, row)).join(' | ')).toBe(
      rights,
    );
  });

  test('lists only public rows in public scope for everyone', () => {
    for (const principal of Object.values(principals)) {
      expect(listRows(principal, { kind: 'public' })).toEqual({ rows: 'public' });
    }
  });

  test("lists the caller's own rows in personal scope, for a superadmin as well, and none for a guest", () => {
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
  ])('organization lists: %s requesting %s gets %s', (name, organizationId, result) => {
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
  ] as const)('passes a person with status %s through the beta gate: %s', (betaAccessStatus, passes) => {
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

  test('passes guests and superadmins through the beta gate', () => {
    expect(mayUseMemoryData(GUEST).allowed).toBe(true);
    expect(mayUseMemoryData(person('p', { isSuperadmin: true, betaAccessStatus: 'denied' })).allowed).toBe(
      true,
    );
  });

  test('lets a guest change nothing and have no account', () => {
    expect(mayChangeAnything(GUEST)).toEqual({
      allowed: false,
      status: 401,
      detail: 'Guest mode is read-only. Sign in to perform changes.',
    });
    expect(maySignedIn(GUEST)).toEqual({ allowed: false, status: 401, detail: 'Authentication required' });
  });
});

describe('rules', () => {
  test.each([
    ['  Ann@Example.ORG ', 'ann@example.org'],
    ['no-at-sign', undefined],
    ['two@at@signs', undefined],
    ['a b@c', undefined],
    ['a@b\u0000', undefined],
    [`${'x'.repeat(320)}@y`, undefined],
    ["o'hara+news@mail.example.org", "o'hara+news@mail.example.org"],
    ['jürgen@müller.example', 'jürgen@müller.example'],
    ['dev@localhost', 'dev@localhost'],
    ['group:ann@example.org', undefined],
    ['(comment)ann@example.org', undefined],
    ['ann@example.org(comment)', undefined],
    ['ann\\@example.org', undefined],
    ['ann@[127.0.0.1]', undefined],
    ['ann@example.org.', undefined],
    ['ann@example..org', undefined],
    ['an\u200bn@example.org', undefined],
    ['\u202eann@example.org', undefined],
    ['ann@ｅxample.org', undefined],
    ['ann@example．org', undefined],
    ['ann@example。org', undefined],
    ['jürgen@mu\u0308ller.example', undefined],
  ])('normalizeEmail(%p) returns %p', (value, expected) => {
    expect(normalizeEmail(value)).toBe(expected);
  });

  test.each([
    ['104839201847362910', 'ann'],
    ['auth0|5f7c8ec7c33c6c004bbafe82', 'ann'],
    ['9b2c4a8e-6a1f-4d8e-9a55-0c9d4a1b2c3d', 'ann'],
    ['ann@example.org', 'ann'],
    [undefined, 'ann'],
    ['   ', 'ann'],
    ['Ann Example', 'Ann Example'],
    ['ann', 'ann'],
  ])('names a new person %p with the preference %p', (preferred, expected) => {
    expect(initialDisplayName(preferred, 'ann@example.org')).toBe(expected);
  });

  test('limits a display name to 80 characters, and does not take a long real name for an id', () => {
    expect(initialDisplayName('Ann '.repeat(40), 'a@b')).toHaveLength(80);
    expect(looksOpaque('Bartholomew Featherstonehaugh')).toBe(false);
  });

  test.each([
    ['not_requested', true],
    ['denied', true],
    ['revoked', true],
    ['pending', false],
    ['accepted', false],
  ] as const)('lets a person with status %s request access: %s', (status, expected) => {
    expect(mayRequestAccess(status)).toBe(expected);
  });

  test.each([
    [0, 12, 0],
    [1, 12, 1],
    [12, 12, 1],
    [13, 12, 2],
    [5, 0, 0],
  ])('splits %d rows with %d per page into %d pages', (total, limit, pages) => {
    expect(totalPages(total, limit)).toBe(pages);
  });

  test.each([
    ['2026-01-31', 'start', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31', 'end', '2026-01-31T23:59:59.999Z'],
    ['2026-01-31T12:00', 'end', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00+02:00', 'start', '2026-01-31T10:00:00.000Z'],
    ['2026-02-31', 'start', undefined],
    ['yesterday', 'start', undefined],
    ['2026', 'start', undefined],
  ] as const)('parses filter date %s at its %s as %s', (value, edge, expected) => {
    expect(parseFilterDate(value, edge)?.toISOString()).toBe(expected);
  });
});

describe('scope', () => {
  const ID = 'a0000000-0000-4000-8000-000000000000';
  const person: Person = {
    kind: 'person',
    userId: 'u',
    email: 'u@x.test',
    displayName: null,
    isSuperadmin: false,
    isBetaAdmin: false,
    betaAccessStatus: 'accepted',
    memberships: [],
  };

  test.each([
    [person, undefined, undefined, { kind: 'personal' }],
    [GUEST, undefined, undefined, { kind: 'public' }],
    [GUEST, 'personal', undefined, { kind: 'personal' }],
    [person, ' Public ', undefined, { kind: 'public' }],
    [person, 'organization', undefined, { kind: 'organization', organizationId: null }],
    [person, 'ORGANIZATION', ID.toUpperCase(), { kind: 'organization', organizationId: ID }],
    [person, 'personal', ID, { kind: 'personal' }],
    [person, '', '', { kind: 'personal' }],
  ])('%#: hints %p %p %p', (principal, scope, organizationId, expected) => {
    expect(resolveScope(principal, { scope, organizationId })).toEqual(expected);
  });

  test('reports an unknown scope or a malformed id with a message', () => {
    expect(resolveScope(person, { scope: 'galaxy', organizationId: undefined })).toEqual({
      problem: {
        field: 'scope',
        input: 'galaxy',
        message: 'Unknown scope "galaxy": use personal, organization or public.',
      },
    });
    expect(resolveScope(person, { scope: 'organization', organizationId: 'x1' })).toMatchObject({
      problem: { field: 'organization_id', message: 'Invalid UUID format: x1' },
    });
  });

  test('prefers each header over its query parameter independently', () => {
    const header = { scope: 'public', organizationId: undefined };
    expect(preferHeaders(header, { scope: 'personal', organizationId: ID })).toEqual({
      scope: 'public',
      organizationId: ID,
    });
  });
});
