import type { Compaction, KeywordSuggestion } from '@hindsight/shared-contracts/api';
import { compactionTexts } from '../features/compaction/texts';
import { keywordTexts } from '../features/keywords/texts';
import { pruningTexts } from '../features/pruning/texts';
import { proposedTexts, spaceSaved, textsAfter } from './compaction';
import {
  toApplications,
  chooseAll,
  chooseTelling,
  countChosen,
  newKeywords,
  toggleKeyword,
} from './keywordSuggestion';
import { listMetrics } from './metrics';
import { filterQuery } from './optimization';
import { DEFAULT_FORM, formErrors, toParams, scoreBadge, scoreText, typedNumber } from './pruning';

describe('compaction', () => {
  const compaction = {
    original_content: 'x'.repeat(80),
    original_lessons_learned: 'y'.repeat(20),
    compressed_content: 'x'.repeat(40),
    compressed_lessons_learned: 'y'.repeat(10),
    compression_ratio: 0.5,
  } as Compaction;

  it('reports how much space is saved and the quality', () => {
    expect(spaceSaved(compaction, { content: true, lesson: true })).toBe(50);
    expect(compactionTexts.done(50, 7)).toBe(
      'Memory block compacted successfully! Space saved: 50% with 7/10 quality score.',
    );
    expect(compactionTexts.done(0, null)).toContain('–/10');
  });

  it('keeps what was not accepted', () => {
    const contentAlone = { content: true, lesson: false };
    expect(textsAfter(compaction, contentAlone)).toEqual({
      content: 'x'.repeat(40),
      lesson: 'y'.repeat(20),
    });
    expect(spaceSaved(compaction, contentAlone)).toBe(40);
  });

  it.each([null, ''])('keeps a lesson when the proposal has %j for it', (lesson) => {
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

  it('offers what is new and chooses all of it at first', () => {
    expect(newKeywords(suggestion)).toEqual(['lease']);
    const choice = chooseAll([suggestion]);
    expect(countChosen(choice)).toBe(1);
    expect(toApplications(choice)).toEqual([{ memory_block_id: 'a', selected_keywords: ['lease'] }]);
    expect(toApplications(toggleKeyword(choice, 'a', 'lease'))).toEqual([]);
    expect(countChosen(toggleKeyword({}, 'a', 'lease'))).toBe(1);
  });

  it('chooses at first only what says what the memory is about', () => {
    const several = { ...suggestion, suggested_keywords: ['Queue', 'lease', 'minutes', 'worker'] };
    expect(chooseTelling([{ ...several, telling_keywords: ['Queue', 'lease', 'worker'] }])).toEqual({
      a: ['lease', 'worker'],
    });
    expect(chooseTelling([several])).toEqual(chooseAll([several]));
  });

  it('keeps the sentences of the specification', () => {
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

  it('takes what is no number for 0 and an empty target for no limit', () => {
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
  ] as const)('calls a score of %s %s', (score, label) => {
    expect(scoreBadge(score).label).toBe(label);
  });

  it('writes scores with two decimals', () => {
    expect(scoreText(12)).toBe('12.00');
    expect(scoreText(null)).toBe('N/A');
  });

  it('keeps the sentences of the specification', () => {
    expect(pruningTexts.noneSelected).toBe('Please select at least one memory block to prune.');
    expect(pruningTexts.questionDetail(3)).toBe(
      'Are you sure you want to archive 3 memory blocks for pruning? This action can be undone by unarchiving the blocks.',
    );
    expect(pruningTexts.archived(3)).toBe('Successfully archived 3 memory blocks for pruning.');
  });
});

describe('optimization', () => {
  it('shows figures in words', () => {
    const metrics = { generated_by: 'deterministic', execution_time_ms: 1220, keywords_added: 3, odd: null };
    expect(listMetrics(metrics)).toEqual([
      ['Made by', 'Rules (no language model)'],
      ['Time taken', '1.2 s'],
      ['Keywords added', '3'],
    ]);
  });

  it('asks for the chosen filters alone', () => {
    expect(filterQuery({ agent: 'a1', priority: 'high', range: 'last_30_days' })).toEqual({
      agent_id: 'a1',
      priority: 'high',
      date_range: 'last_30_days',
    });
    expect(filterQuery({ agent: '', priority: null, range: null })).toEqual({});
  });
});
