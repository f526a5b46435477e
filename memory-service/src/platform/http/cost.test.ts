import { isCostly, LARGE_PAGE, statementKind } from './cost';

test.each([
  ['/memory-blocks/', {}, false],
  ['/memory-blocks/', { limit: LARGE_PAGE }, false],
  ['/memory-blocks/', { limit: LARGE_PAGE + 1 }, true],
  ['/memory-blocks/archived/', { limit: 1000 }, true],
  ['/memory-blocks/', { search_query: 'lock' }, true],
  ['/memory-blocks/search/hybrid', { limit: 1 }, true],
  ['/agents/', { limit: 1000 }, false],
  ['/analytics/summary', {}, true],
])('%s with %p: costly is %p', (path, asked, expected) => {
  expect(isCostly(path, asked)).toBe(expected);
});

test.each([
  ['GET', '/memory-blocks/', { limit: 1000 }, 'read'],
  ['GET', '/memory-blocks/', { search_query: '' }, 'search'],
  ['GET', '/analytics/summary', {}, 'analytics'],
  ['POST', '/memory-blocks/bulk-edit', {}, 'write'],
] as const)('statements of %s %s with %p are of the kind %s', (method, path, asked, expected) => {
  expect(statementKind(method, path, asked)).toBe(expected);
});
