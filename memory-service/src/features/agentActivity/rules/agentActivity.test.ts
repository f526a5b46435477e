import {
  classifyAction,
  attribute,
  clientName,
  isWithinReach,
  classifyKind,
  visibleActivity,
} from './agentActivity';
import type { Principal } from '../../../platform/auth/rules/principal';

test.each([
  ['GET /memory-blocks/search/hybrid', undefined, 'search'],
  ['GET /memory-blocks/search/', undefined, 'search'],
  ['GET /memory-blocks/{id}', undefined, 'open'],
  ['GET /memory-blocks/', undefined, 'list'],
  ['GET /keywords/{id}/memory-blocks/', undefined, 'list'],
  ['POST /memory-blocks/', {}, 'create'],
  ['POST /memory-blocks/remember', {}, 'create'],
  ['PUT /memory-blocks/{id}', { content: 'c' }, 'update'],
  ['PUT /memory-blocks/{id}', { archived: true }, 'archive'],
  ['PUT /memory-blocks/{id}', { archived: false }, 'update'],
  ['DELETE /memory-blocks/{id}', undefined, 'archive'],
  ['DELETE /memory-blocks/{id}/hard-delete', undefined, 'delete'],
  ['POST /memory-blocks/{id}/feedback/', {}, 'feedback'],
  ['POST /memory-blocks/{id}/keywords/{keyword_id}', undefined, 'update'],
  ['GET /agents/', undefined, 'other'],
])('classifies %s with %j as: %s', (call, body, action) => {
  expect(classifyAction(call, body)).toBe(action);
});

test.each([
  ['read', 200, 'read'],
  ['write', 201, 'write'],
  ['write', 403, 'refused'],
  ['read', 429, 'refused'],
  ['read', 401, undefined],
] as const)('classifies a call that needs %s and returns %i as: %s', (needs, status, kind) => {
  expect(classifyKind(needs, status)).toBe(kind);
});

test.each([
  ['claude-code/2.0.1 hindsight-mcp/1.1.0', 'claude-code/2.0.1'],
  ['node', 'node'],
  ['Mozilla/5.0 (X11)', 'Mozilla/5.0'],
  ['', null],
  [undefined, null],
])('reads the client of %j as %j', (userAgent, client) => {
  expect(clientName(userAgent)).toBe(client);
});

test('attributes a call to the agent that it names, else to the one that its token named last, or first', () => {
  const last = new Map([['known', 'a']]);
  const calls = [
    { tokenId: 'known', agentId: null },
    { tokenId: 'new', agentId: null },
    { tokenId: 'new', agentId: 'b' },
    { tokenId: 'known', agentId: 'c' },
    { tokenId: 'new', agentId: null },
    { tokenId: 'known', agentId: null },
    { tokenId: 'nameless', agentId: null },
  ];
  expect(attribute(calls, last)).toEqual(['a', 'b', 'b', 'c', 'b', 'c', null]);
  expect([...last]).toEqual([
    ['known', 'c'],
    ['new', 'b'],
  ]);
});

test.each([
  ['public', null, null, true],
  ['personal', 'me', null, true],
  ['personal', 'another', null, false],
  ['organization', null, 'mine', true],
  ['organization', null, 'theirs', false],
] as const)(
  'decides whether a %s row of %s, %s is within reach: %s',
  (visibilityScope, ownerUserId, organizationId, reach) => {
    const row = { visibilityScope, ownerUserId, organizationId };
    expect(isWithinReach({ userId: 'me', reads: ['mine'] }, row)).toBe(reach);
  },
);

test('lets a superadmin see all organizations but no personal workspace except their own', () => {
  const person = {
    kind: 'person',
    userId: 'root',
    isSuperadmin: true,
    memberships: [],
  } as unknown as Principal;
  expect(visibleActivity(person)).toEqual({ userId: 'root', organizationIds: 'all' });
});
