import { UnexpectedAnswerError } from './errors';
import { listIn } from './listIn';
import { fields, readRows } from './reading';

const readId = (value: unknown) => (fields(value)['id'] as string | undefined) ?? null;

it.each([
  ['a page', { items: [{ id: 'a' }, null, 5], total_items: '7' }, { items: ['a'], total: 7 }],
  ['a bare list', [{ id: 'a' }], { items: ['a'], total: null }],
])('reads the rows of %s', (_name, answer, expected) => {
  expect(readRows(answer, readId)).toEqual(expected);
});

it.each([null, undefined, 'text', {}, { items: 'none' }, [1, 'x', null], { items: [{ weird: true }] }])(
  'takes %j for no list, not for an empty one',
  (answer) => {
    expect(() => readRows(answer, readId)).toThrow(UnexpectedAnswerError);
  },
);

it('finds the rows under another name', () => {
  expect(listIn({ users: [1] }, 'users')).toEqual([1]);
});
