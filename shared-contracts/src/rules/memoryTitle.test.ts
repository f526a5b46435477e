/** @jest-environment node */
import { memoryTitle } from './memoryTitle';

test.each([
  ['SELECT * FROM orders WHERE id = 1', 'SELECT * FROM orders WHERE id = 1'],
  ['SELECT *, count(*) FROM orders', 'SELECT *, count(*) FROM orders'],
  ['`SELECT *` reads i.price * i.qty twice', 'SELECT * reads i.price * i.qty twice'],
  ['Total is 2*3*4', 'Total is 2*3*4'],
  ['__init__.py hides `*args` and **kwargs', '__init__.py hides *args and **kwargs'],
  ['## **Root cause** of the _slow_ `npm ci`', 'Root cause of the slow npm ci'],
  ['- *Never* retry ~~twice~~ here', 'Never retry twice here'],
  ['---\n\n> Quoted lesson', 'Quoted lesson'],
  ['-fno-rtti breaks plugins', '-fno-rtti breaks plugins'],
  ['```sql\nSELECT * FROM a\n```', 'SELECT * FROM a'],
])('the title of %j is %j', (content, title) => {
  expect(memoryTitle({ lesson: '', content })).toBe(title);
});
