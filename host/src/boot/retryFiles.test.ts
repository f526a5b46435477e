import { retryFiles } from './retryFiles';

beforeAll(retryFiles);
beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/1/main.css" data-required>' +
    '<script type="x" src="/assets/1/main.js" data-required></script><script type="x" src="/other.js"></script>';
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => jest.useRealTimers());

const addresses = () =>
  [...document.querySelectorAll('script')].map(({ src }) => src.replace(window.location.origin, ''));
const fail = async (element: Element | null | undefined) => {
  element!.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(10_000);
};
const last = () => [...document.querySelectorAll('script')].find(({ src }) => src.includes('retry='));

it('requests a lost script again under an address of its own', async () => {
  await fail(document.querySelector('script'));
  expect(addresses()).toEqual(['/assets/1/main.js', '/assets/1/main.js?retry=1', '/other.js']);
  await fail(last());
  expect(addresses()).toEqual(['/assets/1/main.js', '/assets/1/main.js?retry=2', '/other.js']);
});

it('requests a lost style sheet again', async () => {
  await fail(document.querySelector('link'));
  expect([...document.querySelectorAll('link')].at(-1)).toMatchObject({
    rel: 'stylesheet',
    href: `${window.location.origin}/assets/1/main.css?retry=1`,
  });
});

it('leaves files alone that a program requested', async () => {
  await fail(document.querySelectorAll('script')[1]);
  expect(addresses()).toHaveLength(2);
});

it('offers Reload when a file does not arrive at all', async () => {
  await fail(document.querySelector('script'));
  for (let tries = 1; tries <= 5; tries++) await fail(last());
  expect(document.querySelector('[role=alert]')).toHaveTextContent(
    "The dashboard didn't load. Check your connection and try again. Reload",
  );
});
