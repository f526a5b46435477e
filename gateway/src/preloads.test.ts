import type { Registry } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { planFirstQueries, pageToPreload, preloadLinks, readSharedFiles } from './preloads';

const registry: Registry = {
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: {
    memory: exampleRelease('memory', { routes: ['/dashboard', '/memory-blocks'], port: 3001 }),
    'ai-ops': exampleRelease('ai-ops', { routes: ['/review', '/review/:id/compaction'], port: 3002 }),
    beta: exampleRelease('beta', { routes: ['/beta-access/review'], access: 'anyone', port: 3004 }),
  },
};

const DASHBOARD = { remote: 'memory', part: '/dashboard' };

describe('pageToPreload', () => {
  it('takes the most specific route', () => {
    expect(pageToPreload(registry, '/review/17/compaction', true)).toEqual({
      remote: 'ai-ops',
      part: '/review/:id/compaction',
    });
  });

  it('takes none for addresses that lead to the sign-in, and pages of the host', () => {
    expect(pageToPreload(registry, '/dashboard', true)).toEqual(DASHBOARD);
    expect(pageToPreload(registry, '/login', true)).toBeNull();
    expect(pageToPreload(registry, '/dashboard', false)).toBeNull();
    expect(pageToPreload(registry, '/beta-access/review', false)).toEqual({
      remote: 'beta',
      part: '/beta-access/review',
    });
  });

  it('preloads nothing of a remote with a canary: the page alone knows the workspace', () => {
    const pointer = { version: '2', url: 'http://localhost:3001/2/release.json', integrity: '' };
    const canary = { to: pointer, percent: 5 };
    const dashboardWith = (memory: { canary: typeof canary } | { previous: typeof pointer }) =>
      pageToPreload({ ...registry, rollout: { memory } }, '/dashboard', true);
    expect(dashboardWith({ canary })).toBeNull();
    expect(dashboardWith({ previous: pointer })).toEqual(DASHBOARD);
  });

  it('preloads nothing of a remote that is switched off', () => {
    const disabled = { memory: { reason: 'Wrong numbers.' } };
    expect(pageToPreload({ ...registry, disabled }, '/dashboard', true)).toBeNull();
  });

  it('preloads nothing of a release that the page refuses', () => {
    const memory = registry.remotes.memory!;
    const newer = { ...memory, descriptor: { ...memory.descriptor, contracts: '^9.0.0' } };
    const remotes = { ...registry.remotes, memory: newer };
    expect(pageToPreload({ ...registry, remotes }, '/dashboard', true)).toBeNull();
  });

  it('links the entry with its integrity and the files of the page', () => {
    const links = preloadLinks(registry, DASHBOARD, {});
    expect(links).toBe(
      '<link rel="page-file" fetchpriority="low" as="script" crossorigin="anonymous" href="http://localhost:3001/1.0.0-abc/remoteEntry.js" integrity="sha384-entry">' +
        '<link rel="page-file" fetchpriority="low" as="script" crossorigin="anonymous" href="http://localhost:3001/1.0.0-abc/page-dashboard.js">',
    );
  });

  it('links what the host brings for the page, without a hash and in the way its runtime asks', () => {
    const memory = {
      ...registry.remotes.memory!,
      shared: { '/dashboard': ['ui/data', 'react', 'not/known'] },
    };
    const shared = readSharedFiles(
      '<head><!--SHARED {"ui/data":["/assets/1/9.js","/assets/1/9.css"],"ui/form":["/f.js"]}--></head>',
    );
    const links = preloadLinks({ ...registry, remotes: { memory } }, DASHBOARD, shared);
    expect(links).toMatch(
      /page-dashboard.js"><link rel="page-file" fetchpriority="low" as="script" href="\/assets\/1\/9.js"><link rel="page-file" fetchpriority="low" as="style" href="\/assets\/1\/9.css">$/,
    );
    expect(
      preloadLinks(
        { ...registry, remotes: { memory } },
        { remote: 'memory', part: '/memory-blocks' },
        shared,
      ),
    ).not.toContain('9.js');
    expect(readSharedFiles('<head></head>')).toEqual({});
  });
});

describe('firstQueriesOf', () => {
  const memory = registry.remotes.memory!;
  const [dashboard, ...others] = memory.descriptor.routes;
  const declared = { ...dashboard!, firstQueries: [{ path: '/agents/' }] };
  const asking = {
    ...registry,
    remotes: { memory: { ...memory, descriptor: { ...memory.descriptor, routes: [declared, ...others] } } },
  };

  it('names what the descriptor of the page declares, and the release that declares it', () => {
    expect(planFirstQueries(asking, '/dashboard', {})).toEqual({
      remote: 'memory',
      version: '1.0.0-abc',
      path: '/dashboard',
      firstQueries: [{ path: '/agents/' }],
    });
    expect(planFirstQueries(asking, '/memory-blocks', {})).toBeNull();
    expect(planFirstQueries(asking, '/elsewhere', {})).toBeNull();
  });

  it('names nothing of a page whose feature is off: it asks nothing', () => {
    const routes = [{ ...declared, flag: 'archivedEnabled' as const }];
    const flagged = {
      ...registry,
      remotes: { memory: { ...memory, descriptor: { ...memory.descriptor, routes } } },
    };
    expect(planFirstQueries(flagged, '/dashboard', { FEATURE_ARCHIVED_ENABLED: true })).not.toBeNull();
    expect(planFirstQueries(flagged, '/dashboard', { FEATURE_ARCHIVED_ENABLED: false })).toBeNull();
  });

  it('names nothing where another release may run', () => {
    expect(
      planFirstQueries({ ...asking, disabled: { memory: { reason: 'Wrong.' } } }, '/dashboard', {}),
    ).toBeNull();
  });
});
