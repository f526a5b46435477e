import { showTypeface } from '../boot/showTypeface';
import { browserStorage } from '../session/storage';
import { fetchTypeface, TYPEFACE_KEY } from './typeface';

const FOLDER = `${window.location.origin}/assets/1.2.0-abc/`;
const FILE = `${FOLDER}inter.1a2b.woff2`;
const face = { cssText: '@font-face { font-family: Inter; src: url("inter.1a2b.woff2") format("woff2"); }' };
const load = jest.fn();

const put = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true });

beforeEach(() => {
  const ofRemote = {
    href: 'http://localhost:3001/page.css',
    get cssRules(): never {
      throw new DOMException('Cannot access rules', 'SecurityError');
    },
  };
  put(document, 'styleSheets', [ofRemote, { href: `${FOLDER}main.css`, cssRules: [face] }]);
  put(document, 'fonts', { load });
  load.mockReset().mockResolvedValue([{}]);
  document.documentElement.className = '';
  document.head.replaceChildren();
});

const boot = (script: string) => {
  const element = document.createElement('script');
  element.setAttribute('src', script);
  put(document, 'currentScript', element);
  showTypeface();
};
const isShown = () => document.documentElement.classList.contains('own-typeface');

it('shows in the next document what was fetched in this one, and fetches it once', async () => {
  await fetchTypeface();
  await fetchTypeface();
  expect(load).toHaveBeenCalledTimes(1);
  boot('/assets/1.2.0-abc/boot.js');
  expect(isShown()).toBe(true);
  expect(document.head.querySelector('link')).toMatchObject({ rel: 'preload', as: 'font', href: FILE });
});

it('shows the fonts of the system until the file of another release is there', async () => {
  await fetchTypeface();
  boot('/assets/1.3.0-def/boot.js');
  expect(isShown()).toBe(false);
  expect(document.head.querySelector('link')).toBeNull();
});

it.each([
  ['it could not be fetched', () => Promise.reject(new Error('offline'))],
  ['the browser has no such face', () => Promise.resolve([])],
])('keeps nothing where %s', async (_, answer) => {
  load.mockImplementation(answer);
  await fetchTypeface();
  expect(browserStorage.read(TYPEFACE_KEY)).toBeNull();
});
