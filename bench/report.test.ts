import { markdownTable, median } from './report';

it('takes the middle value as the median, whatever the order', () => {
  expect(median([900, 20, 100])).toBe(100);
  expect(median([4, 1, 3, 2])).toBe(3);
  expect(median([])).toBeNaN();
});

it('makes columns of a table as wide as their widest cell', () => {
  expect(
    markdownTable([
      ['page', 'ms'],
      ['/a', '1200'],
    ]),
  ).toBe('| page | ms   |\n|------|------|\n| /a   | 1200 |');
});
