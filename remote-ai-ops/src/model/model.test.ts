import type { Compaction, KeywordSuggestion } from '@hindsight/shared-contracts/api';
import { compactionTexts } from '../features/compaction/texts';
import { keywordTexts } from '../features/keywords/texts';
import { pruningTexts } from '../features/pruning/texts';
import { addOutcomes, countOutcome, splitIntoBatches } from './batches';
import { proposedTexts, spaceSaved, textsAfter } from './compaction';
import { MAX_CONCURRENT, forEachLimited } from './forEachLimited';
import {
  chooseAll,
  chooseSignificant,
  countChosen,
  newKeywords,
  toApplications,
  toggleKeyword,
} from './keywordSuggestion';
import { BATCH_SIZE, CARD_BLOCKS, COMPACTION, PRUNING, estimatedMinutes, estimatedPercent } from './limits';
import { toMethod } from './method';
import { listMetrics } from './metrics';
import { filterQuery } from './optimization';
import { toMergeChanges, toRewriteChanges } from './plannedChanges';
import { DEFAULT_FORM, formErrors, scoreBadge, scoreText, toParams, typedNumber } from './pruning';
import { findLeftOut, withSources } from './sources';
import { STATUSES, statusDisplay } from './suggestionStatus';
import { PREVIEW_LENGTH, TITLE_LENGTH, suggestionText } from './suggestionText';
import { NO_FILTERS, PAGE_SIZE, toQuery } from './suggestionView';

describe('numbers', () => {
  it('matches the numbers of the specification', () => {
    expect(BATCH_SIZE).toBe(200);
    expect(CARD_BLOCKS).toBe(5);
    expect(COMPACTION).toEqual({
      defaultCount: 50,
      countPicks: [10, 25, 50, 100],
      allAbove: 100,
      costlyAbove: 50,
      defaultConcurrency: 4,
      minConcurrency: 1,
      maxConcurrency: 10,
      concurrencyPicks: [1, 2, 4, 6, 8],
      busyFrom: 6,
      toastMs: 8000,
    });
    expect(PRUNING).toEqual({
      batchSize: { default: 50, min: 1, max: 100 },
      targetCount: { default: 100, min: 0 },
      maxIterations: { default: 10, min: 1, max: 100 },
      reasonLength: 50,
      contentLength: 100,
    });
  });

  it('estimates progress at two seconds per block, at least fifteen in total, and stays below 100%', () => {
    expect(estimatedPercent(50, 25_000)).toBe(25);
    expect(estimatedPercent(1, 3000)).toBe(20);
    expect(estimatedPercent(1, 60_000)).toBe(95);
  });

  it('estimates from ceil(count/concurrency/10) to ceil(count/concurrency/5) minutes', () => {
    expect(estimatedMinutes(50, 4)).toEqual({ from: 2, to: 3 });
    expect(estimatedMinutes(1, 10)).toEqual({ from: 1, to: 1 });
    expect(estimatedMinutes(1000, 1)).toEqual({ from: 100, to: 200 });
  });

  it('splits distinct ids into batches of 200', () => {
    const ids = Array.from({ length: 401 }, (_, n) => `id-${n}`);
    expect(splitIntoBatches([...ids, 'id-0']).map(({ length }) => length)).toEqual([200, 200, 1]);
    expect(splitIntoBatches([])).toEqual([]);
  });

  it('separates and totals successes and failures', () => {
    const outcome = countOutcome([
      { memory_block_id: 'a', success: true },
      { memory_block_id: 'b', success: false, error: 'Gone.' },
      { memory_block_id: 'c', success: false },
    ]);
    expect(outcome.rows).toEqual([{ memory_block_id: 'a', success: true }]);
    expect(outcome.failures).toEqual([
      { id: 'b', reason: 'Gone.' },
      { id: 'c', reason: 'The service did not give a reason.' },
    ]);
    expect(addOutcomes(outcome, outcome).failures).toHaveLength(4);
  });

  it('limits concurrency and continues after a failure', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const failed = await forEachLimited(
      ['a', 'b', 'c', 'd', 'e', 'f'],
      async (id) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        if (id === 'b') throw new Error('No.');
      },
      (count) => done.push(count),
    );
    expect(failed).toEqual([{ id: 'b', error: new Error('No.') }]);
    expect(most).toBe(MAX_CONCURRENT);
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('maps any other method to unknown', () => {
    expect(['model', 'deterministic', 'magic', undefined].map(toMethod)).toEqual([
      'model',
      'deterministic',
      'unknown',
      'unknown',
    ]);
  });
});

describe('plannedChanges', () => {
  test('checks a merge with its accepted parts', () => {
    const row = {
      original_memory_ids: ['a', 'b'],
      suggested_content: 'Both',
      suggested_lessons_learned: 'Learned',
    };
    expect(toMergeChanges(row, { lesson: true, keywords: ['dns'], edited: null })).toEqual({
      merged: [
        { memory_block_ids: ['a', 'b'], content: 'Both', lessons_learned: 'Learned', keywords: ['dns'] },
      ],
    });
    expect(toMergeChanges(row, { lesson: false, keywords: [], edited: null }).merged).toMatchObject([
      { lessons_learned: null, keywords: [] },
    ]);
  });

  test('checks a compaction with its accepted parts', () => {
    const compaction = {
      memory_id: 'a',
      original_content: 'Long',
      original_lessons_learned: 'Learned',
      compressed_content: 'Short',
      compressed_lessons_learned: 'Less',
    } as Compaction;
    expect(toRewriteChanges(compaction, { content: true, lesson: false })).toEqual({
      rewritten: [{ memory_block_id: 'a', content: 'Short', lessons_learned: 'Learned' }],
    });
  });
});

describe('compaction', () => {
  const compaction = {
    original_content: 'x'.repeat(80),
    original_lessons_learned: 'y'.repeat(20),
    compressed_content: 'x'.repeat(40),
    compressed_lessons_learned: 'y'.repeat(10),
    compression_ratio: 0.5,
  } as Compaction;

  it('reports the space saved and the quality', () => {
    expect(spaceSaved(compaction, { content: true, lesson: true })).toBe(50);
    expect(compactionTexts.done(50, 7)).toBe(
      'Memory block compacted successfully! Space saved: 50% with 7/10 quality score.',
    );
    expect(compactionTexts.done(0, null)).toContain('–/10');
  });

  it('keeps fields that are not accepted', () => {
    const contentAlone = { content: true, lesson: false };
    expect(textsAfter(compaction, contentAlone)).toEqual({
      content: 'x'.repeat(40),
      lesson: 'y'.repeat(20),
    });
    expect(spaceSaved(compaction, contentAlone)).toBe(40);
  });

  it.each([null, ''])('keeps the lesson when the proposed one is %j', (lesson) => {
    const texts = proposedTexts({ ...compaction, compressed_lessons_learned: lesson });
    expect(texts).toEqual({ content: 'x'.repeat(40), lesson: 'y'.repeat(20) });
  });
});

describe('keywords', () => {
  const suggestion = {
    memory_block_id: 'a',
    suggested_keywords: ['Queue', 'lease'],
    current_keywords: ['queue'],
    generated_by: 'model',
    memory_block_content_preview: '',
  } satisfies KeywordSuggestion;

  it('offers new keywords and selects all of them by default', () => {
    expect(newKeywords(suggestion)).toEqual(['lease']);
    const choice = chooseAll([suggestion]);
    expect(countChosen(choice)).toBe(1);
    expect(toApplications(choice)).toEqual([{ memory_block_id: 'a', selected_keywords: ['lease'] }]);
    expect(toApplications(toggleKeyword(choice, 'a', 'lease'))).toEqual([]);
    expect(countChosen(toggleKeyword({}, 'a', 'lease'))).toBe(1);
  });

  it('preselects only keywords about the topic of the memory', () => {
    const several = { ...suggestion, suggested_keywords: ['Queue', 'lease', 'minutes', 'worker'] };
    expect(chooseSignificant([{ ...several, telling_keywords: ['Queue', 'lease', 'worker'] }])).toEqual({
      a: ['lease', 'worker'],
    });
    expect(chooseSignificant([several])).toEqual(chooseAll([several]));
  });

  it('matches the wording of the specification', () => {
    expect(keywordTexts.noneChosen).toBe('Please select at least one keyword to apply');
    expect(keywordTexts.noneSuggested).toBe(
      'No keyword suggestions could be generated for the selected memory blocks',
    );
  });
});

describe('pruning', () => {
  it('has the defaults of the specification', () => {
    expect(toParams(DEFAULT_FORM)).toEqual({ batch_size: 50, target_count: 100, max_iterations: 10 });
    expect(formErrors(toParams(DEFAULT_FORM))).toEqual({});
  });

  it('reads non-numbers as 0 and an empty target as no limit', () => {
    expect(typedNumber('abc')).toBe(0);
    expect(typedNumber(' 7.9 ')).toBe(7);
    const params = toParams({ batchSize: 'abc', targetCount: '', maxIterations: '101' });
    expect(params).toEqual({ batch_size: 0, target_count: null, max_iterations: 101 });
    expect(formErrors(params)).toEqual({
      batchSize: 'Batch Size must be between 1 and 100.',
      maxIterations: 'Max Iterations must be between 1 and 100.',
    });
    expect(formErrors({ batch_size: 1, target_count: -1, max_iterations: 1 })).toHaveProperty('targetCount');
    expect(formErrors({ batch_size: 100, target_count: 0, max_iterations: 100 })).toEqual({});
  });

  it.each([
    [0, 'Low'],
    [29.99, 'Low'],
    [30, 'Medium'],
    [69.99, 'Medium'],
    [70, 'High'],
    [null, 'High'],
  ] as const)('labels a score of %s as %s', (score, label) => {
    expect(scoreBadge(score).label).toBe(label);
  });

  it('formats scores with two decimals', () => {
    expect(scoreText(12)).toBe('12.00');
    expect(scoreText(null)).toBe('N/A');
  });

  it('matches the wording of the specification', () => {
    expect(pruningTexts.noneSelected).toBe('Please select at least one memory block to prune.');
    expect(pruningTexts.questionDetail(3)).toBe(
      'Are you sure you want to archive 3 memory blocks for pruning? This action can be undone by unarchiving the blocks.',
    );
    expect(pruningTexts.archived(3)).toBe('Successfully archived 3 memory blocks for pruning.');
  });
});

describe('optimization', () => {
  it('formats metrics for display', () => {
    const metrics = { generated_by: 'deterministic', execution_time_ms: 1220, keywords_added: 3, odd: null };
    expect(listMetrics(metrics)).toEqual([
      ['Made by', 'Rules (no language model)'],
      ['Time taken', '1.2 s'],
      ['Keywords added', '3'],
    ]);
  });

  it('sends only the active filters', () => {
    expect(filterQuery({ agent: 'a1', priority: 'high', range: 'last_30_days' })).toEqual({
      agent_id: 'a1',
      priority: 'high',
      date_range: 'last_30_days',
    });
    expect(filterQuery({ agent: '', priority: null, range: null })).toEqual({});
  });
});

describe('sources', () => {
  const ORIGINALS = [
    'The pool ran dry. Raise it to 40.\n- Restart the worker',
    'The pool ran dry. It was the nightly export that held the connections.',
  ];

  it('maps each sentence to its originals and preserves the text', () => {
    const text = 'The pool ran dry. Raise it to 40.\n* restart the worker\nThe export held the connections.';
    const sentences = withSources(text, ORIGINALS);
    expect(sentences.map(({ text: one }) => one).join('')).toBe(text);
    expect(sentences.map(({ text: one, ...source }) => [one.trim(), source])).toEqual([
      ['The pool ran dry.', { sources: [0, 1], isExact: true }],
      ['Raise it to 40.', { sources: [0], isExact: true }],
      ['* restart the worker', { sources: [0], isExact: true }],
      ['The export held the connections.', { sources: [1], isExact: false }],
    ]);
  });

  it('finds no source for a sentence without an original', () => {
    expect(withSources('Buy more memory.', ORIGINALS)).toEqual([
      { text: 'Buy more memory.', sources: [], isExact: false },
    ]);
  });

  it('uses claims of the model for sentences without a verbatim original', () => {
    const text = 'The pool ran dry. Exports drained the pool.';
    const claims = [
      { start: 0, length: 17, original: 1 },
      { start: 18, length: 25, original: 1 },
    ];
    expect(withSources(text, ORIGINALS, claims).map(({ sources }) => sources)).toEqual([[0, 1], [1]]);
  });

  it('does not count a sentence as omitted if one sentence of the text has all its words', () => {
    expect(
      findLeftOut('Restart the worker when the pool ran dry.', ['The pool ran dry.', 'Buy a pool.']),
    ).toEqual([{ text: 'Buy a pool.', source: 1 }]);
  });

  it('lists each omitted sentence once, with its original', () => {
    expect(findLeftOut('The pool ran dry. Restart the worker.', [...ORIGINALS, ORIGINALS[1]!])).toEqual([
      { text: 'Raise it to 40.', source: 0 },
      { text: 'It was the nightly export that held the connections.', source: 1 },
    ]);
    expect(findLeftOut(ORIGINALS[0]!, [ORIGINALS[0]!])).toEqual([]);
  });
});

describe('suggestion', () => {
  const EVERYTHING = { ...NO_FILTERS, page: 1 };
  const toText = (suggested_content: string, suggested_lessons_learned = '') =>
    suggestionText({ suggested_content, suggested_lessons_learned });

  it('uses the page size of the specification', () => {
    expect(PAGE_SIZE).toBe(12);
    expect(toQuery({ ...EVERYTHING, status: 'pending', page: 3 })).toEqual({
      skip: 24,
      limit: 12,
      sort_by: 'timestamp',
      sort_order: 'desc',
      status: 'pending',
    });
  });

  it('has a label for each of the three statuses in the specification', () => {
    expect(STATUSES.map((status) => [status, statusDisplay(status).label])).toEqual([
      ['pending', 'Pending'],
      ['validated', 'Validated'],
      ['rejected', 'Rejected'],
    ]);
  });

  it('queries whole local days, both inclusive', () => {
    const query = toQuery({ ...EVERYTHING, search: 'queue', from: '2026-01-01', to: '2026-01-31' });
    expect(query).toMatchObject({
      search: 'queue',
      start_date: new Date(2026, 0, 1, 0, 0, 0, 0).toISOString(),
      end_date: new Date(2026, 0, 31, 23, 59, 59, 999).toISOString(),
    });
  });

  it('uses the first line as the title and the rest as the preview', () => {
    const content = '## Queue grew without bound.\n\nIt was slow.\nBound it.';
    expect(toText(content, 'Lesson')).toEqual({
      title: 'Queue grew without bound',
      preview: 'It was slow. Bound it.',
    });
    expect(toText('One line', 'Lesson').preview).toBe('Lesson');
    expect(toText('').title).toBe('Untitled suggestion');
  });

  it('truncates long texts', () => {
    const text = toText(`${'t'.repeat(500)}\n${'p'.repeat(500)}`);
    expect(text.title).toBe(`${'t'.repeat(TITLE_LENGTH)}…`);
    expect(text.preview).toBe(`${'p'.repeat(PREVIEW_LENGTH)}…`);
  });

  it('truncates at a word boundary', () => {
    const text = toText(`Title\n${'word '.repeat(100)}`);
    expect(text.preview).toMatch(/ word…$/);
    expect(text.preview.length).toBeLessThanOrEqual(PREVIEW_LENGTH + 1);
  });
});
