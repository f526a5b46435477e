/** @jest-environment node */
import { createLanguageModel } from '../../platform/languageModel/languageModel';
import type { LanguageModel } from '../../platform/languageModel/languageModel';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import type { ModelServer } from '../../testing/modelServer';
import { createJudge } from './judge';
import { scoreForPruning } from './pruningScore';
import { createRewriter } from './rewriter';

/** An unusable part of a language model's answer affects no text, no other field and no other memory. */
describe('badAnswers', () => {
  const CONTENT =
    'The nightly export of the zebra ledger failed, because two schedulers started it in the same minute and both held the export lock. Restarting one of the schedulers let the export go on.';
  const LESSON = 'Only one scheduler may start the export of the zebra ledger.';
  const TEXTS = { content: CONTENT, lessonsLearned: LESSON };
  const GERMAN =
    'Der Export ist in der Nacht zweimal gestartet worden, weil beide Planer ihn gleichzeitig angestoßen haben.';
  const JAPANESE = '夜間のエクスポートは二つのスケジューラーが同時に開始したため失敗しました。';
  const PROMPT = 'Answer with one JSON object that fits the schema, and nothing else.';

  /** Values that no text field can use. */
  const UNUSABLE: readonly unknown[] = [
    undefined,
    null,
    '',
    '   ',
    '\u0000',
    '\u200b\u200b',
    '...',
    'null',
    'N/A',
    '(none)',
    7,
    true,
    [],
    ['The export failed.'],
    {},
    { text: 'The export failed.' },
    GERMAN,
    JAPANESE,
    PROMPT,
    `You work on the memory of software agents. ${PROMPT}`,
    `${CONTENT} ${LESSON} `.repeat(50),
  ];
  /** Answers without anything usable. */
  const NO_ANSWERS = [
    null,
    '',
    'I cannot help with that.',
    '{"content": "The export',
    '[]',
    '{}',
    'null',
    '"text"',
    '```json\n```',
    '{"type":"object","properties":{"content":{"type":"string"}}}',
  ] as const;

  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());
  const saying = (text: string | null) =>
    server.answer((_request, response) => sendJson(response, 200, completion(text)));
  const answering = (answer: unknown) => saying(JSON.stringify(answer));

  const ledger = { spent: () => Promise.resolve(0), spend: () => Promise.resolve() };
  const model = () =>
    createLanguageModel(
      { baseUrl: server.url, apiKey: undefined, model: 'm', timeoutMs: 10_000, dailyTokens: 1e9 },
      ledger,
    );
  const { signal } = new AbortController();
  const NOT_USABLE = 'The language model returned no usable answer.';

  /** The steps that need a content, each with its result for an answer. */
  const STEPS = {
    compaction: () => createRewriter(model()).compact(TEXTS, '', signal),
    merge: () => createRewriter(model()).merge([TEXTS, { ...TEXTS, content: `${CONTENT} Again.` }], signal),
  };

  describe.each(['compaction', 'merge'] as const)('a %s', (step) => {
    test('rejects an answer without a usable content', async () => {
      // An overlong content counts as one that cannot be shortened, so compaction does not reject it.
      for (const bad of UNUSABLE.slice(0, step === 'merge' ? undefined : -1)) {
        answering({ content: bad, lessons_learned: 'Only one scheduler.', quality: 5 });
        await expect([bad, STEPS[step]()][1]).rejects.toThrow(NOT_USABLE);
      }
      for (const nothing of NO_ANSWERS) {
        saying(nothing);
        await expect(STEPS[step]()).rejects.toThrow(NOT_USABLE);
      }
    });

    test('keeps the original of every other field that is missing or unusable', async () => {
      for (const bad of UNUSABLE) {
        answering({
          content: 'The export failed\u0000.',
          lessons_learned: bad,
          quality: [bad],
          rationale: bad,
        });
        expect([bad, await STEPS[step]()]).toMatchObject([
          bad,
          { content: 'The export failed.', lessonsLearned: LESSON, generatedBy: 'model' },
        ]);
      }
    });

    test('tolerates text around the JSON, code fences and preceding thoughts', async () => {
      const json = JSON.stringify({ content: 'The export failed {twice}.', lessons_learned: null });
      for (const text of [
        `\`\`\`json\n${json}\n\`\`\`\nI hope {this} helps!`,
        `<think>{"plan": "shorten {it}"}</think>\n${json}`,
        `Here it is {as asked}: ${json} And that {was} it.`,
        `[${json}]`,
        JSON.stringify({ result: JSON.parse(json) as unknown }),
      ]) {
        saying(text);
        expect([text, await STEPS[step]()]).toMatchObject([text, { content: 'The export failed {twice}.' }]);
      }
    });
  });

  describe('facts beyond the texts', () => {
    const RUNBOOK = {
      content:
        'Restore the ledger of Ana with `pg_restore --clean ledger.dump` on db-2, as https://wiki.test/restore says. It takes 40 minutes, so tell support before.',
      lessonsLearned: null,
    };
    const compact = async (content: string) => {
      answering({ content });
      return createRewriter(model()).compact(RUNBOOK, '', signal);
    };

    test.each([
      ['a number', 'Restore the ledger with pg_restore on db-2. It takes 45 minutes.'],
      ['a name', 'Restore the ledger of Maria with pg_restore on db-2.'],
      ['a flag', 'Restore the ledger of Ana with `pg_restore --if-exists ledger.dump` on db-2.'],
      ['a command', 'Restore the ledger of Ana with `psql ledger.dump` on db-2.'],
      ['a link', 'Restore the ledger of Ana as https://wiki.test/ledger says.'],
      ['a host', 'Restore the ledger of Ana on db-3.'],
    ])('rejects an invented fact: %s', async (_, content) => {
      await expect(compact(content)).rejects.toThrow(NOT_USABLE);
      const repair = server.requests.at(-1)?.body['messages'] as { content: string }[];
      expect(repair.at(-1)?.content).toContain('The texts do not say:');
    });

    test('accepts text that is only shorter or formatted differently', async () => {
      const content =
        '1. Tell support.\n2. Restore the Ledger on db-2: `pg_restore --clean ledger.dump` (40 minutes).';
      expect(await compact(content)).toMatchObject({ content });
    });
  });

  describe('a merge of passages', () => {
    const MEMORIES = [
      { content: 'Restart the API within 30 s. Tell #ops.', lessonsLearned: 'Never at noon.' },
      { content: 'Restart the api on db-2: `systemctl restart api`.', lessonsLearned: null },
    ];
    const merge = async (content: unknown, more = {}) => {
      answering({ content, ...more });
      return createRewriter(model()).merge(MEMORIES, signal);
    };
    const first = { text: 'Restart the API on db-2 within 30 s: `systemctl restart api`.', from: [1, 2] };
    const second = { text: 'Tell #ops.', from: [1] };

    test('forms one text and names the originals of each sentence', async () => {
      expect(await merge([[first, second]])).toMatchObject({
        content: `${first.text} ${second.text}`,
        places: [
          [0, first.text.length, 0],
          [0, first.text.length, 1],
          [first.text.length + 1, 10, 0],
        ],
      });
      expect(await merge([[first], [{ text: '- Tell #ops.', from: [1] }]])).toMatchObject({
        content: `${first.text}\n\n- Tell #ops.`,
      });
    });

    test('drops a source that does not support the sentence', async () => {
      expect((await merge([[{ ...first, from: [1, 7] }, second]])).places).toEqual([
        [first.text.length + 1, 10, 0],
      ]);
    });

    test('is repaired, then rejected, when it omits a number or a command without declaring it', async () => {
      await expect(merge([[second]])).rejects.toThrow(NOT_USABLE);
      const repair = server.requests.at(-1)?.body['messages'] as { content: string }[];
      expect(repair.at(-1)?.content).toContain(
        'Neither the content nor left_out has: 30, db-2, systemctl restart api',
      );
      const leftOut = ['Restart the API within 30 s.', MEMORIES[1]!.content];
      expect(await merge([[second]], { left_out: leftOut })).toMatchObject({ content: second.text });
    });
  });

  test("accepts a text in the memory's own language, whatever it is", async () => {
    const german = {
      content: `${GERMAN} Wir haben danach lange nach der Ursache gesucht.`,
      lessonsLearned: null,
    };
    answering({
      content: 'Der Export ist zweimal gestartet worden, weil beide Planer ihn angestoßen haben.',
    });
    expect(await createRewriter(model()).compact(german, '', signal)).toMatchObject({ generatedBy: 'model' });
    const japanese = { content: JAPANESE.repeat(2), lessonsLearned: null };
    answering({ content: JAPANESE });
    expect(await createRewriter(model()).compact(japanese, '', signal)).toMatchObject({ content: JAPANESE });
  });

  test('drops unusable keywords', async () => {
    const words = () => createRewriter(model()).suggestKeywords(TEXTS, signal);
    const bad = [
      ...UNUSABLE.filter((value) => value !== 'null'),
      '2024',
      'the',
      ['ledger'],
      { keyword: 'ledger' },
    ];
    answering({ keywords: [...bad, 'Zebra Led\u0000ger', ...bad, 'scheduler'] });
    expect(await words()).toMatchObject({ keywords: ['zebra ledger', 'scheduler'] });
    answering({ keywords: bad });
    expect(await words()).toMatchObject({ keywords: [] });
    for (const nothing of [...NO_ANSWERS, '{"keywords":null}', '{"keywords":"zebra, ledger"}']) {
      saying(nothing);
      await expect(words()).rejects.toThrow(NOT_USABLE);
    }
  });

  test('drops only the unusable verdict of an answer, and only the unusable answer of several', async () => {
    const facts = {
      feedbackScore: null,
      retrievalCount: 0,
      contentLength: 40,
      hasLessons: false,
      ageDays: 400,
      lasting: undefined,
    };
    const worth = scoreForPruning(facts);
    const memories = Array.from({ length: 41 }, (_, n) => ({ id: String(n), ...TEXTS, worth }));
    const good = { number: 1, worth: 12, rationale: 'Said\u0000 elsewhere.' };
    const judged = async () => [...(await createJudge(model())(memories, signal)).verdicts];
    for (const bad of UNUSABLE.filter((value) => ![GERMAN, JAPANESE].includes(String(value)))) {
      if (typeof bad === 'string' && bad.length > 500) continue;
      answering({
        memories: [
          bad,
          { number: 2, worth: [bad], rationale: 'No.' },
          { number: 2, worth: 5, rationale: bad },
          good,
        ],
      });
      expect([bad, await judged()]).toMatchObject([
        bad,
        ['0', '20', '40'].map((id) => [id, { score: 12, rationale: 'Said elsewhere.' }]),
      ]);
    }
    for (const nothing of NO_ANSWERS) {
      server.answer(({ body }, response) => {
        const isSecond = JSON.stringify(body['messages']).includes('memory 2:');
        sendJson(response, 200, completion(isSecond ? nothing : JSON.stringify({ memories: [good] })));
      });
      expect([nothing, (await judged()).map(([id]) => id)]).toEqual([nothing, ['40']]);
    }
    answering({ memories: [{ ...good, rationale: `${'y'.repeat(499)}😀 and more` }] });
    expect((await judged())[0]?.[1].rationale).toBe(`${'y'.repeat(499)}…`);
  });
});

/** Handling of fields that a language model omits or answers with null. */
describe('leftOut', () => {
  /** A model with a fixed answer; one that does not match the schema is rejected. */
  const answering = (answer: unknown): LanguageModel => ({
    ask: ({ answer: schema }) => Promise.resolve(schema.parse(answer)),
  });
  const { signal } = new AbortController();
  const TEXTS = { content: 'Restart the worker after a change. Restart it.', lessonsLearned: 'Restart it.' };

  test('accepts a shorter text without a rationale', async () => {
    const rewriter = createRewriter(answering({ content: 'Restart.', lessons_learned: null, quality: 7 }));
    expect(await rewriter.compact(TEXTS, '', signal)).toMatchObject({
      content: 'Restart.',
      lessonsLearned: 'Restart it.',
      rationale: 'The language model gave no reason.',
    });
  });

  test('ignores values that are not texts or say nothing, without affecting other fields', async () => {
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
        {
          content: 'Restart.',
          lessonsLearned: 'Restart it.',
          rationale: 'The language model gave no reason.',
        },
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

  test('treats an invalid quality as not rated', async () => {
    for (const quality of [undefined, null, '8', 0, 11, 7.5]) {
      const rewriter = createRewriter(
        answering({ content: 'Restart.', lessons_learned: 'Restart it.', quality }),
      );
      expect([quality, (await rewriter.compact(TEXTS, '', signal))?.quality]).toEqual([quality, null]);
    }
  });

  test('drops an invalid keyword without affecting the others', async () => {
    const keywords = ['worker', null, '', '...', '\u200b', 7, 'x'.repeat(101), 'Restart.', 'null'];
    const rewriter = createRewriter(answering({ keywords: [...keywords, ...keywords, ...keywords] }));
    expect((await rewriter.suggestKeywords(TEXTS, signal)).keywords).toEqual(['worker', 'restart', 'null']);
  });

  test('fills an incomplete verdict from the rules without affecting the others', async () => {
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
});
