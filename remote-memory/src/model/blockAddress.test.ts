import { cameFrom, listPath, withBlock, withCreate } from './blockAddress';

it('opens a block or the form of a new one over the page, never both', () => {
  expect(withBlock('?search=a&create', 'id-1')).toBe('?search=a&block=id-1');
  expect(withCreate('?search=a&block=id-1')).toBe('?search=a&create');
  expect(withCreate('')).toBe('?create');
});

it('returns to the list as it was left', () => {
  const state = cameFrom({ pathname: '/memory-blocks', search: '?search=a&page=3&block=id-1' });
  expect(listPath(state)).toBe('/memory-blocks?search=a&page=3');
  expect(cameFrom({ pathname: '/agents', search: '?search=a' })).toBeNull();
  for (const nothing of [null, undefined, { list: 7 }, { list: '' }, 'x']) {
    expect(listPath(nothing)).toBe('/memory-blocks');
  }
});
