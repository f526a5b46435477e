import { descriptorProblems } from './descriptorProblems';

const route = { path: '/reports', title: 'Reports', description: 'All.', access: 'member' };
const descriptor = {
  name: 'reports',
  displayName: 'Reports',
  contracts: '^3.0.0',
  needs: ['GET /memory-blocks/'],
  routes: [{ ...route, navigation: { label: 'Reports', icon: 'analytics', order: 1, group: 'work' } }],
  slots: ['reports.detail'],
  overlays: [{ slot: 'reports.detail', params: ['report'], access: 'member' }],
};

it('accepts a descriptor that says what it means', () => {
  expect(descriptorProblems(descriptor)).toEqual([]);
});

it.each([
  [{ contracts: 'latest' }, 'contracts: "latest" isn’t a version range. Use one such as ^3.0.0.'],
  [{ needs: ['GET /memories'] }, /^needs\.0: the service has no call "GET \/memories"/],
  [{ titel: 'Reports' }, 'titel: unknown field. Is it misspelled?'],
  [{ routes: [{ ...route, acess: 'guest' }] }, 'routes.0.acess: unknown field. Is it misspelled?'],
  [{ routes: [{ ...route, access: 'all' }] }, /^routes\.0\.access: .*"all"/],
  [{ routes: [{ ...route, path: '/' }] }, /^routes\.0\.path: "\/" isn’t a page path/],
  [{ routes: [{ ...route, path: '/*' }] }, /^routes\.0\.path: "\/\*" isn’t a page path/],
  [{ routes: [{ ...route, path: '/:id' }] }, /^routes\.0\.path: "\/:id" isn’t a page path/],
  [{ routes: [route, { ...route, path: '/Reports' }] }, 'routes: two of them have the address /reports.'],
  [
    { routes: [{ ...route, navigation: { label: 'R', icon: 'rocket', order: 1, group: 'work' } }] },
    /^routes\.0\.navigation\.icon: there is no icon "rocket"\. Icons: dashboard, /,
  ],
  [
    { routes: [{ ...route, capabilities: ['memory.fly'] }] },
    /^routes\.0\.capabilities: no service has "memory\.fly"\. Capabilities: memory\.create, /,
  ],
  [{ slots: ['a', 'a', 'reports.detail'] }, 'slots: a is there twice.'],
  [{ slots: [] }, 'overlays.0.slot: reports.detail is not one of the slots.'],
  [
    { overlays: [...descriptor.overlays, ...descriptor.overlays] },
    'overlays: two of them open by the parameter ?report=.',
  ],
])('refuses %j', (change, sentence) => {
  const problems = descriptorProblems({ ...descriptor, ...change });
  expect(problems).toEqual([
    typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as string),
  ]);
});
