import { allowRelease, forbidRelease, plainText, releaseIn, scriptAddress } from './scriptPolicy';

const BASE = 'https://memory.example/1.0.0/';
afterEach(() => forbidRelease(BASE));

it.each(['/assets/1.0.0/main.js', 'http://localhost/assets/1.0.0/main.js?retry=1'])(
  'accepts the host’s own file %s',
  (address) => expect(scriptAddress(address)).toBe(address),
);

it('accepts files of a known release until the release is forbidden', () => {
  allowRelease(BASE, { remote: 'memory', version: '1.0.0' });
  expect(scriptAddress(`${BASE}page.js`)).toBe(`${BASE}page.js`);
  forbidRelease(BASE);
  expect(() => scriptAddress(`${BASE}page.js`)).toThrow('doesn’t belong to a known release');
});

it.each(['https://elsewhere.example/x.js', '/api/downloads/x.js', 'data:text/javascript,alert(1)', 'blob:x'])(
  'rejects %s',
  (address) => expect(() => scriptAddress(address)).toThrow(TypeError),
);

it('names the release whose script stands in a stack', () => {
  allowRelease(BASE, { remote: 'memory', version: '1.0.0' });
  expect(releaseIn(`TypeError: x\n at y (${BASE}page.js:1:2)`)).toEqual({
    remote: 'memory',
    version: '1.0.0',
  });
  expect(releaseIn('at z (http://localhost/assets/main.js)')).toBeNull();
});

it('accepts text without markup alone', () => {
  expect(plainText('&copy;')).toBe('&copy;');
  expect(() => plainText('<img src=x onerror=alert(1)>')).toThrow(TypeError);
});
