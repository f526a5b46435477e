import { LOAD_PRELOADED_AFTER, loadPreloadedParts } from './preloaded';
import { loadRemoteModule } from './loader';
import { resetRegistry } from './registryClient';
import { exampleRelease, putRegistry } from './testing';

jest.mock('./loader', () => ({ loadRemoteModule: jest.fn() }));

it('loads the parts that the server preloaded, and no others, before browsers complain', async () => {
  expect(LOAD_PRELOADED_AFTER).toBeLessThan(3000);
  const release = exampleRelease({
    parts: {
      '/dashboard': ['page.js', 'page.css'],
      '/keywords': ['k.js'],
      'header.notifications': ['bell.js'],
    },
  });
  resetRegistry();
  putRegistry({ memory: release, beta: exampleRelease({ baseUrl: 'http://localhost:3004/' }) });
  for (const file of ['page.js', 'page.css', 'bell.js'])
    document.body.insertAdjacentHTML(
      'beforeend',
      `<link rel="preload" as="script" href="${release.baseUrl}${file}">`,
    );
  const load = { page: jest.fn(), other: jest.fn(), bell: jest.fn() };
  for (const one of Object.values(load)) one.mockRejectedValue(new Error('told where the part is shown'));
  jest.mocked(loadRemoteModule).mockResolvedValue({
    routes: [
      { path: '/dashboard', load: load.page },
      { path: '/keywords', load: load.other },
    ],
    slots: { 'header.notifications': load.bell },
  });
  await loadPreloadedParts();
  expect(Object.values(load).map((one) => one.mock.calls.length)).toEqual([1, 0, 1]);
  expect(jest.mocked(loadRemoteModule).mock.calls).toEqual([['memory'], ['memory']]);
});
