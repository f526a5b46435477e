import { mayRequestAccess } from '../../../features/betaAccess/rules/betaAccess';
import { initialDisplayName, looksOpaque, normaliseEmail } from './identity';
import { parseFilterDate, totalPages } from '../../http/rules/paging';

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
])('normaliseEmail(%p) is %p', (value, expected) => {
  expect(normaliseEmail(value)).toBe(expected);
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
])('a new person called %p gets the name %p', (preferred, expected) => {
  expect(initialDisplayName(preferred, 'ann@example.org')).toBe(expected);
});

test('a display name has at most 80 characters, and a long real name is no id', () => {
  expect(initialDisplayName('Ann '.repeat(40), 'a@b')).toHaveLength(80);
  expect(looksOpaque('Bartholomew Featherstonehaugh')).toBe(false);
});

test.each([
  ['not_requested', true],
  ['denied', true],
  ['revoked', true],
  ['pending', false],
  ['accepted', false],
] as const)('a person with status %s may request access: %s', (status, expected) => {
  expect(mayRequestAccess(status)).toBe(expected);
});

test.each([
  [0, 12, 0],
  [1, 12, 1],
  [12, 12, 1],
  [13, 12, 2],
  [5, 0, 0],
])('%d rows in pages of %d are %d pages', (total, limit, pages) => {
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
] as const)('filter date %s at its %s is %s', (value, edge, expected) => {
  expect(parseFilterDate(value, edge)?.toISOString()).toBe(expected);
});
