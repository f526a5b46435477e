import { safeRedirect } from './redirect';

const ORIGIN = 'http://localhost:3000';

describe('safeRedirect', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/memory-blocks?page=3&agent=a%20b#row-7', '/memory-blocks?page=3&agent=a%20b#row-7'],
    ['/', '/'],
    ['/a/../b', '/b'],
    ['/search?next=https://elsewhere.example/', '/search?next=https://elsewhere.example/'],
    [`${ORIGIN}`, '/'],
    [`${ORIGIN}/profile?tab=1#x`, '/profile?tab=1#x'],
    ['/oauth2x', '/oauth2x'],
  ])('keeps %j', (rd, target) => {
    expect(safeRedirect(rd, ORIGIN)).toBe(target);
  });

  test.each([
    ['nothing', undefined],
    ['a repeated parameter', ['/a', '/b']],
    ['an empty text', ''],
    ['another origin', 'https://elsewhere.example/'],
    ['another port', 'http://localhost:3001/'],
    ['another scheme', 'https://localhost:3000/'],
    ['an origin that only begins like ours', 'http://localhost:3000.elsewhere.example/'],
    ['credentials before another host', 'http://localhost:3000@elsewhere.example/'],
    ['a scheme-relative address', '//elsewhere.example'],
    ['three slashes', '///elsewhere.example'],
    ['slash and backslash', '/\\elsewhere.example'],
    ['backslashes', '\\\\elsewhere.example'],
    ['a backslash further on', '/a\\b'],
    ['a tab that browsers drop', '/\t/elsewhere.example'],
    ['a line feed that browsers drop', '/\n/elsewhere.example'],
    ['a header split', '/a\r\nSet-Cookie: x=1'],
    ['a null character', '/\u0000'],
    ['a leading space', ' /a'],
    ['dot segments that leave two slashes', '/.//elsewhere.example'],
    ['a parent segment that leaves two slashes', '/a/..//elsewhere.example'],
    ['an encoded parent segment that leaves two slashes', '/a/%2e%2e//elsewhere.example'],
    ['a script', 'javascript:alert(1)'],
    ['a data address', 'data:text/html,x'],
    ['a relative path', 'dashboard'],
    ['sign-in itself', '/oauth2/sign_in'],
    ['sign-out', '/oauth2/sign_out?rd=/'],
    ['sign-out in other letters', '/OAuth2/sign_out'],
    ['sign-out, encoded', '/%6fauth2/sign_out'],
    ['sign-out by a detour', '/x/../oauth2/sign_out'],
    ['more than 2048 characters', `/${'a'.repeat(2048)}`],
  ])('falls back to / for %s', (_what, rd) => {
    expect(safeRedirect(rd, ORIGIN)).toBe('/');
  });
});
