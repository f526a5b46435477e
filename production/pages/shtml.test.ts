/** The page that nginx finishes. That nginx understands it is tested with nginx (test/edge.spec.ts). */
import type { FrameProgram, Registry, Release } from '@hindsight/shared-contracts/registry';
import { composeShtml, pathExpression } from './shtml';

const release = (name: string, routes: string[]): Release => ({
  version: '1.0.0-abc',
  baseUrl: `https://${name}.example.org/1.0.0-abc/`,
  entry: 'remoteEntry.js',
  container: `remote_${name}`,
  parts: Object.fromEntries(routes.map((route) => [route, [`page${route.replaceAll(/\W/g, '-')}.js`]])),
  shared: { '/blocks': ['ui/data'] },
  integrity: { 'remoteEntry.js': 'sha384-entry' },
  builtAt: '2026-01-01T00:00:00.000Z',
  descriptor: {
    name,
    displayName: '<!--# echo var="secret" -->',
    contracts: '^3.0.0',
    needs: [],
    slots: [],
    routes: routes.map((route) => ({ path: route, title: 'T', description: 'D', access: 'member' })),
  },
});

const registry: Registry = {
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: { memory: release('memory', ['/blocks', '/blocks/:id']) },
};

const template =
  '<!--REGISTRY--><!--QUERIES--><!--PAGE--><!--SHARED {"ui/data":["/assets/1/9.js"]}--><script src="/assets/1/main.js"></script><!--FRAME-->';
const program: FrameProgram = {
  version: '1',
  paths: ['/'],
  render: ({ pathname }) => ({ title: `Title of ${pathname}`, html: `<h1>${pathname}</h1>` }),
};
const page = () => composeShtml({ template, registry, program, runtime: { A: '<' } });

test('texts of the registry are no directives', () => {
  expect(page()).toContain('\\u003c!--# echo var=');
  expect(page()).not.toContain('<!--# echo');
});

test('the most exact route is tried first, with a session and without, and there is one chain', () => {
  const conditions = [...page().matchAll(/<!--# (if|elif|else|endif)(?: expr="\$page_key = \/(.*?)\/" )?/g)];
  expect(conditions.map(([, word, when]) => `${word} ${when ?? ''}`.trim())).toEqual([
    // The first queries, with a session.
    'if ^1/blocks/[^/]+(?![^/])',
    'elif ^1/blocks(?![^/])',
    'elif ^1/(?!.)',
    'else',
    'endif',
    // The heads.
    'if ^1/blocks/[^/]+(?![^/])',
    'elif ^0/blocks/[^/]+(?![^/])',
    'elif ^1/blocks(?![^/])',
    'elif ^0/blocks(?![^/])',
    'elif ^1/(?!.)',
    'elif ^0/(?!.)',
    'elif ^1',
    'else',
    'endif',
    // The frames, with a session and without.
    'if ^./blocks/[^/]+(?![^/])',
    'elif ^./blocks(?![^/])',
    'elif ^./(?!.)',
    'else',
    'endif',
  ]);
});

test('each place has its title and its frame, and so has every address without a page', () => {
  expect(page()).toContain(
    'elif expr="$page_key = /^0/blocks(?![^/])/" --><title>Title of /blocks</title><!--#',
  );
  expect(page()).toContain('elif expr="$page_key = /^./blocks(?![^/])/" --><h1>/blocks</h1><!--#');
  expect(page()).toMatch(/else --><h1>\/ \/<\/h1><!--# endif -->$/);
});

test('a frame of another build of the host is left out', () => {
  const other = composeShtml({ template, registry, program: { ...program, version: '2' }, runtime: {} });
  expect(other).not.toContain('<h1>');
  expect(other).toContain('<title>Hindsight</title>');
});

test('without a session a closed page preloads nothing', () => {
  expect(page()).toMatch(/\^0\/blocks\(\?!\[\^\/\]\)\/" --><title>[^<]*<\/title><!--# elif/);
  expect(page()).toContain('href="https://memory.example.org/1.0.0-abc/page-blocks.js"');
});

test("a page names the host's files that it runs on, and nothing is left of their list", () => {
  expect(page().match(/href="\/assets\/1\/9.js"/g)).toHaveLength(1);
  expect(page()).not.toContain('<!--SHARED');
});

test('with a session alone the boot script is told what the page asks first', () => {
  const memory = release('memory', ['/blocks', '/blocks/:id']);
  memory.descriptor.routes[0]!.firstQueries = [{ path: '/agents/' }];
  const asking = { ...registry, remotes: { memory } };
  const html = composeShtml({ template, registry: asking, program, runtime: {} });
  expect(html.match(/id="first-queries"/g)).toHaveLength(1);
  expect(html).toMatch(
    /expr="\$page_key = \/\^1\/blocks\(\?!\[\^\/\]\)\/" --><script type="application\/json" id="first-queries">/,
  );
});

test.each([
  ['/blocks', '/blocks', true],
  ['/blocks', '/blocks/x/y', true],
  ['/blocks', '/blocksx', false],
  ['/blocks/:id', '/blocks/', false],
  ['/a.b', '/a.b', true],
  ['/a.b', '/axb', false],
  ['/', '/', true],
  ['/', '/x', false],
])('%s fits %s: %s', (pattern, pathname, fits) => {
  // No dollar and no backslash: nginx takes the one for a variable and drops the other.
  expect(pathExpression(pattern)).not.toMatch(/[$\\]/);
  expect(new RegExp(`^1${pathExpression(pattern)}`).test(`1${pathname}`)).toBe(fits);
});
