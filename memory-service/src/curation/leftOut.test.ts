/** What becomes of the fields that a language model leaves out of its answer, or answers null. */
import type { LanguageModel } from '../llm/languageModel';
import { createJudge } from './judge';
import { pruningScoreOf } from './pruningScore';
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

test('a merge without keywords adds none', async () => {
  const rewriter = createRewriter(answering({ content: 'Restart the worker.', keywords: null }));
  expect(await rewriter.merge([TEXTS], signal)).toMatchObject({
    lessonsLearned: 'Restart it.',
    keywords: [],
  });
});

test('an incomplete verdict keeps what the rules say, and does not cost the others', async () => {
  const worth = pruningScoreOf({
    feedbackScore: null,
    retrievalCount: 0,
    contentLength: 40,
    hasLessons: true,
    ageDays: 90,
  });
  const memories = ['scored', 'no score', 'no reason'].map((id) => ({ id, ...TEXTS, worth }));
  const judge = createJudge(
    answering({
      memories: [
        { number: 1, worth: 12, criticality: 2, redundancy: null, rationale: 'Said elsewhere.' },
        { number: 2, rationale: 'Useful.' },
        { number: 3, worth: 5, rationale: ' ' },
      ],
    }),
  );
  const judged = await judge(memories, signal);
  expect([...judged.keys()]).toEqual(['scored']);
  expect(judged.get('scored')).toEqual({ ...worth, score: 12, criticality: 2, rationale: 'Said elsewhere.' });
});
