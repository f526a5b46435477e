import { LOAD_PRELOADED_AFTER, loadPreloadedParts } from './prefetch';
import { createRegistry } from './registry';
import { exampleRelease, putRegistry } from './testing';

it('loads the parts that the server preloaded, and no others, before browsers complain', async () => {
  expect(LOAD_PRELOADED_AFTER).toBeLessThan(3000);
  const release = exampleRelease({
    parts: {
      '/dashboard': ['page.js', 'page.css'],
      '/keywords': ['k.js'],
      'header.notifications': ['bell.js'],
    },
  });
  putRegistry({ memory: release, beta: exampleRelease({ baseUrl: 'http://localhost:3004/' }) });
  for (const file of ['page.js', 'page.css', 'bell.js'])
    document.body.insertAdjacentHTML(
      'beforeend',
      `<link rel="preload" as="script" href="${release.baseUrl}${file}">`,
    );
  const load = { page: jest.fn(), other: jest.fn(), bell: jest.fn() };
  for (const one of Object.values(load)) one.mockRejectedValue(new Error('shown where the part is shown'));
  const loadRemote = jest.fn(async () => ({
    routes: [
      { path: '/dashboard', load: load.page },
      { path: '/keywords', load: load.other },
    ],
    slots: { 'header.notifications': load.bell },
  }));
  await loadPreloadedParts({ registry: createRegistry(), load: loadRemote });
  expect(Object.values(load).map((one) => one.mock.calls.length)).toEqual([1, 0, 1]);
  expect(loadRemote.mock.calls).toEqual([
    ['memory', release],
    ['memory', release],
  ]);
});
