import { assertRemoteModule } from './remoteModule';

const load = async () => () => null;

it.each([
  [null, 'Remote "memory" exposes no module.'],
  [{ slots: {} }, 'Remote "memory" exposes no list of routes.'],
  [{ routes: [] }, 'Remote "memory" exposes no table of slots.'],
  [
    { routes: [{ path: '/dashboard' }], slots: {} },
    'Remote "memory" has a page without a path and a loader (/dashboard).',
  ],
  [
    { routes: [], slots: { 'header.notifications': 'x' } },
    'Remote "memory" has no loader for its slot header.notifications.',
  ],
])('rejects an invalid module: %j', (module, sentence) => {
  expect(() => assertRemoteModule(module, 'memory')).toThrow(sentence);
});

it('accepts a module of loaders', () => {
  const module = { routes: [{ path: '/dashboard', load }], slots: { 'header.notifications': load } };
  expect(() => assertRemoteModule(module, 'memory')).not.toThrow();
});
