import { GUEST } from './principal';
import type { Person } from './principal';
import { preferHeaders, resolveScope } from './scope';

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

test('an unknown scope or a malformed id is a problem with a sentence', () => {
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

test('headers win over the query string, each value on its own', () => {
  const header = { scope: 'public', organizationId: undefined };
  expect(preferHeaders(header, { scope: 'personal', organizationId: ID })).toEqual({
    scope: 'public',
    organizationId: ID,
  });
});
