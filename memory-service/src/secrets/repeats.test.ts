import { repeats } from './repeats';

const known = (...texts: string[]) => texts.map((text) => ({ kind: 'password', text }));
const found = (text: string, ...secrets: string[]) =>
  repeats(text, known(...secrets)).map(({ start, end }) => text.slice(start, end));

it('finds secrets that begin alike, wherever they are', () => {
  expect(found('was Sesame-11, is Sesame-111 and Sesame-11', 'Sesame-11', 'Sesame-111')).toEqual([
    'Sesame-11',
    'Sesame-111',
    'Sesame-11',
  ]);
});

it('leaves words alone that a secret is a part of', () => {
  expect(found('opensesame sesames', 'sesame')).toEqual([]);
  expect(found('sesame! (sesame)', 'sesame')).toEqual(['sesame', 'sesame']);
});
