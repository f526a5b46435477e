import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import {
  endOfDay,
  grantableRoles,
  isUuid,
  LAST_OWNER,
  localDay,
  MANAGERS_ONLY,
  memberLock,
  NOT_ALLOWED,
  OWN_MEMBERSHIP,
  OWNERS_ONLY,
  describeError,
  signInUrl,
  startOfDay,
  type Role,
} from '.';

describe('isUuid', () => {
  const id = '1B4E28BA-2FA1-11D2-F83F-0016D3CCA427';
  it.each([id, id.toLowerCase(), ` ${id} `])('accepts "%s"', (text) => expect(isUuid(text)).toBe(true));
  it.each(['', id.slice(1), `${id}0`, id.replace('A', 'G'), id.replaceAll('-', '')])('refuses "%s"', (text) =>
    expect(isUuid(text)).toBe(false),
  );
});

it('knows the edges of a local day', () => {
  expect(startOfDay('2026-12-31')).toBe(new Date(2026, 11, 31).toISOString());
  expect(endOfDay('2026-12-31')).toBe(new Date(2026, 11, 31, 23, 59, 59, 999).toISOString());
  expect([startOfDay('31.12.2026'), endOfDay(''), localDay('soon')]).toEqual([null, null, '']);
  expect(localDay(new Date(2026, 0, 5, 23).toISOString())).toBe('2026-01-05');
});

describe('reasonOf', () => {
  it.each([
    [new ApiError(409, 'It is in use.', '', null), 'It is in use.'],
    [new ApiError(500, null, '', null), 'HTTP error 500'],
    [new ApiError(503, 'Off.', '', 'llm_disabled'), 'LLM features are currently disabled.'],
    [new ApiError(403, 'Forbidden', '', null), NOT_ALLOWED],
    [new ApiError(403, null, '', null), NOT_ALLOWED],
    [new ApiError(403, 'The organization is inactive.', '', null), 'The organization is inactive.'],
    [new DOMException('aborted', 'AbortError'), 'Canceled before it finished.'],
    [new Error(''), 'Unknown error'],
    ['odd', 'Unknown error'],
  ])('of %s is "%s"', (error, reason) => expect(describeError(error)).toBe(reason));

  it('of a lost connection is its sentence', () => {
    expect(describeError(new NetworkError('refused'))).toMatch(/^Network error/);
  });
});

describe('roles', () => {
  const as = (role: Role | null, isSuperadmin = false) => ({ role, isSuperadmin });
  const member = { isSelf: false, role: 'editor' as const };
  const owner = { isSelf: false, role: 'owner' as const };

  it('lets only owners and superadmins make owners', () => {
    expect(grantableRoles(as('owner'))).toContain('owner');
    expect(grantableRoles(as(null, true))).toContain('owner');
    expect(grantableRoles(as('admin'))).toEqual(['viewer', 'editor', 'admin']);
    expect(grantableRoles(as('editor'))).toEqual([]);
  });

  it.each([
    ['themselves', as('owner'), { ...owner, isSelf: true }, OWN_MEMBERSHIP],
    ['anyone as an editor', as('editor'), member, MANAGERS_ONLY],
    ['an owner as an admin', as('admin'), owner, OWNERS_ONLY],
    ['the last owner', as(null, true), { ...owner, isLastOwner: true }, LAST_OWNER],
  ])('keeps a person from changing %s', (_, actor, target, reason) => {
    expect(memberLock(actor, target)).toBe(reason);
  });

  it('lets admins change members, and owners change other owners', () => {
    expect(memberLock(as('admin'), member)).toBeNull();
    expect(memberLock(as('owner'), owner)).toBeNull();
  });
});

it('keeps path, query and hash in the address of the sign-in', () => {
  const place = { pathname: '/memory-blocks', search: '?search=a&page=2', hash: '#top' };
  const expected = '/oauth2/sign_in?rd=%2Fmemory-blocks%3Fsearch%3Da%26page%3D2%23top';
  expect(signInUrl(place)).toBe(expected);
  expect(signInUrl('/memory-blocks?search=a&page=2#top')).toBe(expected);
});
