import { plainText } from './plainTextHtml';

it('lets style rules through and no markup', () => {
  expect(plainText('.a > .b { color: red }')).toBe('.a > .b { color: red }');
  expect(() => plainText('<img src=x onerror=alert(1)>')).toThrow('This page writes no markup from texts.');
});
