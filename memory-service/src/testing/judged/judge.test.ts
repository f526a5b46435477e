import { measureQuality } from './judge';

it('measures gain, recall, the rank of the first answer and questions without hits', async () => {
  const questions = [
    { text: 'first', relevant: ['a'] },
    { text: 'second', relevant: ['a', 'b'] },
    { text: 'none', relevant: ['c'] },
  ];
  const answers: Record<string, string[]> = { first: ['a', 'x'], second: ['x', 'a'], none: [] };
  const { ndcg, ...others } = await measureQuality(questions, (text) => answers[text] ?? []);
  expect(others).toEqual({ recallAt10: 0.5, anyAt10: 2 / 3, mrr: 0.5, empty: 1 });
  const second = 1 / Math.log2(3) / (1 + 1 / Math.log2(3));
  expect(ndcg).toBeCloseTo((1 + second) / 3);
});
