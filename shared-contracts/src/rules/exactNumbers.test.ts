import { inexactField } from './exactNumbers';

test.each([
  [{ order_id: 2 ** 53 }, 'order_id'],
  [{ a: { b: [1, { id: -(2 ** 60) }] } }, 'id'],
  [{ ids: [1, 1e20] }, 'ids'],
  [{ a: 2 ** 53 - 1, b: 0.1, c: '90071992547409931', d: null }, undefined],
])('finds the rounded number of %j', (metadata, name) => expect(inexactField(metadata)).toBe(name));
