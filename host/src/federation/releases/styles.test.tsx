/** Whose style sheets are in the page. */
import { startRuntime } from '../testing';
import { createHarness, releaseNumber, running, settle, stopManagers } from './testing';

const one = releaseNumber('1.0.0');
const two = releaseNumber('1.1.0');

beforeAll(() => startRuntime());
beforeEach(() => {
  jest.useFakeTimers();
  window.history.replaceState(null, '', '/dashboard');
});
afterEach(() => {
  stopManagers();
  document.head.replaceChildren();
  jest.useRealTimers();
});

/** A sheet as the program of a release adds it. */
function addSheet({ baseUrl }: typeof one, file = 'page.css'): void {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: baseUrl + file });
  document.head.appendChild(link);
}

const sheets = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);

async function change(harness: Awaited<ReturnType<typeof running>>, release: typeof one) {
  harness.serve(release);
  await harness.poll();
  await harness.navigate();
  expect(harness.text()).toBe(release.version);
}

it.each([
  ['is replaced by a new one', one, two],
  ['is rolled back', two, one],
])('removes the style sheets of a release that %s', async (_how, before, after) => {
  const harness = await running(createHarness(before));
  addSheet(before);
  await change(harness, after);
  expect(sheets()).toEqual([]);
  addSheet(after);
  await settle();
  expect(sheets()).toEqual([`${after.baseUrl}page.css`]);
});

it('puts the style sheets back with the release whose program is still in memory', async () => {
  const harness = await running(createHarness(one));
  addSheet(one);
  await change(harness, two);
  await change(harness, one);
  expect(sheets()).toEqual([`${one.baseUrl}page.css`]);
});

it('keeps out a style sheet that arrives after its release was replaced', async () => {
  const harness = await running(createHarness(one));
  await change(harness, two);
  addSheet(one, 'late.css');
  await settle();
  expect(sheets()).toEqual([]);
});

it('finds the style sheets of a release whose address is written in another way than theirs', async () => {
  const spelled = { ...one, baseUrl: 'http://LOCALHOST:3001/1.0.0/' };
  const harness = await running(createHarness(spelled));
  addSheet(spelled);
  await change(harness, two);
  expect(sheets()).toEqual([]);
});

it('removes the style sheets of a remote that is switched off, and puts them back when it is on again', async () => {
  const harness = await running(createHarness(one));
  addSheet(one);
  harness.serve(one, undefined, { disabled: { memory: { reason: 'Everything is red.' } } });
  await harness.poll();
  expect([harness.text(), sheets()]).toEqual(['disabled: Everything is red.', []]);
  harness.serve(one);
  await harness.poll();
  expect([harness.text(), sheets()]).toEqual(['1.0.0', [`${one.baseUrl}page.css`]]);
});

it('removes the style sheets of a remote that is retired', async () => {
  const harness = await running(createHarness(one));
  addSheet(one);
  harness.serve(one, undefined, { remotes: {}, retired: ['memory'] });
  window.history.replaceState(null, '', '/profile');
  await harness.poll();
  expect(sheets()).toEqual([]);
});
