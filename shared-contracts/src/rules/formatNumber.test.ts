import { formatNumber } from './formatNumber';

it('sets thousands apart as the browser does', () => {
  for (const value of [1000, 1_234_567, -4500, 1234.5678, 0.5]) {
    expect(formatNumber(value)).toBe(value.toLocaleString());
  }
});

it('needs no Intl for what has no thousands', () => {
  const make = jest.spyOn(Intl, 'NumberFormat');
  expect([0, 7, -12, 999].map(formatNumber)).toEqual(['0', '7', '-12', '999']);
  expect(make).not.toHaveBeenCalled();
});
