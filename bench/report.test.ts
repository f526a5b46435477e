import { markdownTable, median } from './report';

it('returns the middle value as the median of unsorted input', () => {
  expect(median([900, 20, 100])).toBe(100);
  expect(median([4, 1, 3, 2])).toBe(3);
  expect(median([])).toBeNaN();
});

it('pads table columns to their widest cell', () => {
  expect(
    markdownTable([
      ['page', 'ms'],
      ['/a', '1200'],
    ]),
  ).toBe('| page | ms   |\n|------|------|\n| /a   | 1200 |');
});
