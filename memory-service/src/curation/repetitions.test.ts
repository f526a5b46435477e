import { isNearCopy, wordsOf } from './repetitions';

const areCopies = (one: string, other: string) => isNearCopy(wordsOf(one), wordsOf(other));

it('takes lines for near-copies that differ in numbers and one word alone', () => {
  expect(
    areCopies('the import of region north took 12 minutes', 'the import of region south took 41 minutes'),
  ).toBe(true);
});

it('keeps long lines about different things, however alike they are', () => {
  const line = (name: string, cause: string) =>
    `the pod of ${name} was restarted by the cluster at night after its ${cause} had grown beyond the limit that the chart sets`;
  expect(areCopies(line('ledger', 'heap'), line('mailer', 'queue'))).toBe(false);
});
