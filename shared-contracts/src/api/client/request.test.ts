import { MAX_ADDRESS, MAX_BODY_BYTES } from '../../rules/limits';
import {
  assertSendable,
  changesRows,
  csrfToken,
  fillPath,
  localFallbackBase,
  resolveBase,
  scopeHeaders,
  scopeQuery,
  toQuery,
} from './request';

const page = (url: string) => new URL(url);

describe('the base of a call', () => {
  it.each([
    [undefined, false, 'http://localhost:3000/', '/api'],
    ['', false, 'http://localhost:3000/', '/api'],
    ['/api/', false, 'http://localhost:3000/', '/api'],
    [undefined, true, 'http://localhost:3000/', '/guest-api'],
    ['http://api.example.org', false, 'https://app.example.org/', 'https://api.example.org'],
    ['http://api.example.org', false, 'http://app.example.org/', 'http://api.example.org'],
    ['https://api.example.org/', true, 'https://app.example.org/', 'https://api.example.org'],
  ])('%s, guest %s, on %s is %s', (configured, guest, url, expected) => {
    expect(resolveBase(configured, guest, page(url))).toBe(expected);
  });
});

it.each([
  ['GET /keywords/', false],
  ['PATCH /users/me', true],
  ['DELETE /keywords/{id}', true],
  ['POST /visits/', false],
])('tells whether earlier reads can be stale after %s: %s', (key, expected) => {
  expect(changesRows(key)).toBe(expected);
});

describe('the path of a call', () => {
  it('fills parameters and keeps each within its segment', () => {
    expect(fillPath('/memory-blocks/{id}/archive', { id: '../x y' })).toBe(
      '/memory-blocks/..%2Fx%20y/archive',
    );
  });

  it('accepts numbers as path parameters', () => {
    expect(fillPath('/versions/{version}/restore', { version: 3 })).toBe('/versions/3/restore');
  });

  it('names a missing parameter in the error', () => {
    expect(() => fillPath('/memory-blocks/{id}', {})).toThrow('Missing path parameter "id".');
  });

  it('omits absent and empty query values', () => {
    expect(toQuery({ a: 1, b: undefined, c: null, d: '', e: false })).toBe('?a=1&e=false');
    expect(toQuery({})).toBe('');
  });
});

it('rejects a URL or body that exceeds every server’s limit, with a message', () => {
  expect(() => assertSendable('x'.repeat(MAX_ADDRESS), 'y'.repeat(MAX_BODY_BYTES))).not.toThrow();
  expect(() => assertSendable('x'.repeat(MAX_ADDRESS + 1), undefined)).toThrow(
    'The search is too long. Use fewer words.',
  );
  // Counted in bytes; this letter takes two.
  expect(() => assertSendable('/', 'é'.repeat(MAX_BODY_BYTES / 2 + 1))).toThrow(
    'The request is larger than 2 MB.',
  );
});

describe('the scope of a call', () => {
  const organization = { scope: 'organization', organizationId: 'o1' } as const;
  const personal = { scope: 'personal', organizationId: null } as const;

  it('goes into query and headers', () => {
    expect(scopeQuery(organization)).toEqual({ scope: 'organization', organization_id: 'o1' });
    expect(scopeHeaders(organization)).toEqual({
      'X-Active-Scope': 'organization',
      'X-Organization-Id': 'o1',
    });
    expect(scopeQuery(personal)).toEqual({ scope: 'personal' });
    expect(scopeHeaders(personal)).toEqual({ 'X-Active-Scope': 'personal' });
  });
});

describe('the CSRF token', () => {
  it.each([
    ['a=1; _oauth2_proxy_csrf=x%20y; b=2', 'x y'],
    ['_oauth2_proxy_csrf=a=b', 'a=b'],
    ['_oauth2_proxy_csrf=%E0%A4%A', '%E0%A4%A'],
    ['other=1', null],
    ['', null],
  ])('for the cookies "%s" is %s', (cookies, expected) => {
    expect(csrfToken(cookies)).toBe(expected);
  });
});

describe('the local fallback', () => {
  it.each([
    ['/api', 'http://localhost:3000/', 'http://localhost:8000'],
    ['/guest-api', 'http://127.0.0.1:3000/', 'http://127.0.0.1:8000'],
    ['/api', 'https://app.example.org/', null],
    ['https://api.example.org', 'http://localhost:3000/', null],
  ])('for %s on %s is %s', (base, url, expected) => {
    expect(localFallbackBase(base, page(url))).toBe(expected);
  });
});
