import { z } from 'zod';
import { endpoints } from '../endpoints';
import { LISTS } from './client';

/** Lists that are a part of something else. */
const PARTS = [
  'GET /analytics/summary',
  'GET /notifications/stats',
  'GET /user-info',
  'GET /build-info',
  'GET /language-model/costs',
];

it('names the rows of every list of the endpoint table', () => {
  const expected = Object.entries(endpoints).flatMap(([key, given]) => {
    const { response } = given as { response?: z.ZodType };
    if (!key.startsWith('GET ') || !response || PARTS.includes(key)) return [];
    if (response instanceof z.ZodArray) return [[key, '']];
    if (!(response instanceof z.ZodObject)) return [];
    const rows = Object.entries(response.shape).find(([, part]) => part instanceof z.ZodArray);
    const isOne = 'id' in response.shape || Object.keys(response.shape).some((name) => /_id$/.test(name));
    return rows && !isOne ? [[key, rows[0]]] : [];
  });
  expect(LISTS).toEqual(Object.fromEntries(expected));
});
