import type { Registry } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { inlineJson } from './markup';
import { composePage, forBrowsers } from './page';

const registry: Registry = {
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: { memory: exampleRelease('memory', { routes: ['/dashboard'] }) },
};

it('keeps from browsers what only documents are made of', () => {
  const memory = { ...registry.remotes.memory!, shared: { '/dashboard': ['ui/data'] } };
  expect(forBrowsers({ ...registry, remotes: { memory } })).toEqual(registry);
});

describe('composePage', () => {
  it('fills every placeholder, and nothing in the registry can end its element or be taken for a pattern', () => {
    const name = '</script><script>alert("$&$1")</script>';
    const hostile: Registry = {
      ...registry,
      remotes: { memory: { ...registry.remotes.memory!, container: name } },
    };
    const template =
      '<!--REGISTRY--><!--QUERIES--><!--PAGE--><!--SHARED {"ui/data":["/9.js"]}--><!--FRAME-->';
    const page = composePage({
      template,
      runtime: { HINDSIGHT_SERVICE_API_URL: name },
      registry: hostile,
      problem: 'Its file is "gone".',
      preload: { remote: 'memory', part: '/dashboard' },
      first: { remote: name, version: '1', path: '/dashboard', firstQueries: [] },
      frame: { title: '$& <', html: '<h1>$1</h1>' },
    });
    expect(page).toContain('<title>$&amp; &lt;</title><link ');
    expect(page).toMatch(/<h1>\$1<\/h1>$/);
    expect(page).not.toMatch(/<!--/);
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    const config = /id="config">(.*?)<\/script>/s.exec(page)![1]!;
    expect(JSON.parse(config)).toEqual({ HINDSIGHT_SERVICE_API_URL: name });
    const json = /id="registry" data-problem="Its file is &quot;gone&quot;.">(.*?)<\/script>/s.exec(
      page,
    )![1]!;
    expect((JSON.parse(json) as Registry).remotes.memory!.container).toBe(name);
  });

  it('escapes line separators that JavaScript once refused', () => {
    expect(inlineJson('\u2028\u2029<')).toBe('"\\u2028\\u2029\\u003c"');
  });
});
