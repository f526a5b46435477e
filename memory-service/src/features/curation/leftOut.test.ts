/** What becomes of the fields that a language model leaves out of its answer, or answers null. */
import type { LanguageModel } from '../../platform/languageModel/languageModel';
import { createJudge } from './judge';
import { scoreForPruning } from './pruningScore';
import { createRewriter } from './rewriter';

/** A model that always answers the same; what does not fit the schema is refused. */
const answering = (answer: unknown): LanguageModel => ({
  ask: ({ answer: schema }) => Promise.resolve(schema.parse(answer)),
});
const { signal } = new AbortController();
const TEXTS = { content: 'Restart the worker after a change. Restart it.', lessonsLearned: 'Restart it.' };

test('a shorter text is taken when its reason is missing', async () => {
  const rewriter = createRewriter(answering({ content: 'Restart.', lessons_learned: null, quality: 7 }));
  expect(await rewriter.compact(TEXTS, '', signal)).toMatchObject({
    content: 'Restart.',
    lessonsLearned: 'Restart it.',
    rationale: 'The language model gave no reason.',
  });
});

test('what is no text, or says nothing, replaces nothing and costs no other field', async () => {
  for (const nothing of [
    null,
    '',
    ' ',
    '\u200b',
    '...',
    'N/A',
    '(none)',
    'null',
    7,
    ['Restart it.'],
    { a: 1 },
  ]) {
    const answer = { content: 'Restart.', lessons_learned: nothing, quality: 7, rationale: nothing };
    const compact = await createRewriter(answering(answer)).compact(TEXTS, '', signal);
    expect([nothing, compact]).toMatchObject([
      nothing,
      { content: 'Restart.', lessonsLearned: 'Restart it.', rationale: 'The language model gave no reason.' },
    ]);
    await expect(
      createRewriter(answering({ ...answer, content: nothing })).compact(TEXTS, '', signal),
    ).rejects.toThrow();
    const merged = await createRewriter(answering({ ...answer, keywords: nothing })).merge([TEXTS], signal);
    expect([nothing, merged]).toMatchObject([
      nothing,
      { content: 'Restart.', lessonsLearned: 'Restart it.' },
    ]);
  }
});

test('a quality that is none is not rated', async () => {
  for (const quality of [undefined, null, '8', 0, 11, 7.5]) {
    const rewriter = createRewriter(
      answering({ content: 'Restart.', lessons_learned: 'Restart it.', quality }),
    );
    expect([quality, (await rewriter.compact(TEXTS, '', signal))?.quality]).toEqual([quality, null]);
  }
});

test('a keyword that is none does not cost the others', async () => {
  const keywords = ['worker', null, '', '...', '\u200b', 7, 'x'.repeat(101), 'Restart.', 'null'];
  const rewriter = createRewriter(answering({ keywords: [...keywords, ...keywords, ...keywords] }));
  expect((await rewriter.suggestKeywords(TEXTS, signal)).keywords).toEqual(['worker', 'restart', 'null']);
});

test('an incomplete verdict keeps what the rules say, and does not cost the others', async () => {
  const worth = scoreForPruning({
    feedbackScore: null,
    retrievalCount: 0,
    contentLength: 40,
    hasLessons: true,
    ageDays: 90,
    lasting: undefined,
  });
  const memories = ['scored', 'no score', 'no reason'].map((id) => ({ id, ...TEXTS, worth }));
  const judge = createJudge(
    answering({
      memories: [
        { number: 1, worth: 12, criticality: 2, redundancy: 11, rationale: 'Said elsewhere.' },
        { number: 2, rationale: 'Useful.' },
        { number: 3, worth: 5, rationale: ' ' },
        { number: 'one', worth: 5, rationale: 'Of none.' },
        null,
        { number: 2, worth: 0, criticality: 'high', rationale: 'x'.repeat(600) },
      ],
    }),
  );
  const { verdicts, problem } = await judge(memories, signal);
  expect([problem, ...verdicts.keys()]).toEqual([undefined, 'scored']);
  expect(verdicts.get('scored')).toEqual({
    ...worth,
    score: 12,
    criticality: 2,
    rationale: 'Said elsewhere.',
  });
});
