import { loginPath, returnTarget, signOutUrl } from './links';

it('signs out to the site origin, and to / in development mode', () => {
  expect(signOutUrl('https://memory.example', false)).toBe(
    '/oauth2/sign_out?rd=https%3A%2F%2Fmemory.example',
  );
  expect(signOutUrl('https://memory.example', true)).toBe('/');
});

it('takes the wanted page along to the sign-in page and back', () => {
  const login = loginPath('/memory-blocks?search=a#x');
  expect(returnTarget(new URL(login, 'http://x').search)).toBe('/memory-blocks?search=a#x');
  expect([loginPath('/'), loginPath('/dashboard')]).toEqual(['/login', '/login']);
});

it.each([
  '',
  'https://elsewhere.example/x',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  'memory-blocks',
  '/login',
  '/login?rd=/login',
  '/oauth2/sign_out',
])('refuses %j as a way back', (target) => {
  expect(returnTarget(`?rd=${encodeURIComponent(target)}`)).toBeNull();
});
