import { styleNonce } from './ThemeRoot';

function pageWith(head: string): Document {
  return new DOMParser().parseFromString(`<html><head>${head}</head></html>`, 'text/html');
}

it('reads the nonce that the server put into the page', () => {
  expect(styleNonce(pageWith('<meta name="csp-nonce" content="abc">'))).toBe('abc');
  expect(styleNonce(pageWith('<meta property="csp-nonce" content="abc">'))).toBe('abc');
});

it('has none when nobody filled the place in', () => {
  expect(styleNonce(pageWith('<meta name="csp-nonce" content="__CSP_NONCE__">'))).toBeUndefined();
  expect(styleNonce(pageWith(''))).toBeUndefined();
});
