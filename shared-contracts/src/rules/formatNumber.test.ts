import { formatNumber } from './formatNumber';

it('sets thousands apart as English does', () => {
  for (const value of [0, 7, -12, 999, 1000, 12_345, 1_234_567, -4500, 1234.5678, 0.5, -0.25]) {
    expect(formatNumber(value)).toBe(value.toLocaleString('en'));
  }
});

it('needs no Intl', () => {
  const make = jest.spyOn(Intl, 'NumberFormat');
  const write = jest.spyOn(Number.prototype, 'toLocaleString');
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  expect([make.mock.calls, write.mock.calls]).toEqual([[], []]);
});
