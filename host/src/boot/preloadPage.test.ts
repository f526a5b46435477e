import { preloadPage } from './preloadPage';

type Callback = (entries: { getEntries(): { name: string }[] }) => void;

/** Stands in for the browser's observer, which jsdom does not have; returns how to report a file that arrived. */
function watchFiles() {
  const callbacks = new Set<Callback>();
  class Observer {
    constructor(private readonly callback: Callback) {}
    observe = () => callbacks.add(this.callback);
    disconnect = () => callbacks.delete(this.callback);
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
  return (file: string) =>
    callbacks.forEach((tell) => tell({ getEntries: () => [{ name: new URL(file, location.href).href }] }));
}

const relations = () => [...document.querySelectorAll('link')].map(({ rel }) => rel);

afterEach(() => void Reflect.deleteProperty(globalThis, 'PerformanceObserver'));

it("requests the page's files when the first file of the program has arrived, and not for another file", () => {
  document.head.innerHTML =
    '<script type="text/plain" src="/main.js" data-required></script><link rel="page-file" href="/page.js">';
  const arrive = watchFiles();
  preloadPage();
  arrive('/boot.js');
  expect(relations()).toEqual(['page-file']);
  arrive('/main.js');
  expect(relations()).toEqual(['preload']);
});

it('requests files of the own origin without CORS, as they are loaded, and files of a store elsewhere with it', () => {
  document.head.innerHTML =
    '<script type="text/plain" src="/main.js" data-required></script>' +
    '<link rel="page-file" crossorigin="anonymous" href="/releases/page.js">' +
    '<link rel="page-file" crossorigin="anonymous" href="https://store.test/page.js">';
  const arrive = watchFiles();
  preloadPage();
  arrive('/main.js');
  expect([...document.querySelectorAll('link')].map((link) => link.crossOrigin)).toEqual([null, 'anonymous']);
});
