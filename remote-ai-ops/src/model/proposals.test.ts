import { compactedText, readCompaction, spaceSaved, textsAfter } from './compaction';
import {
  applicationsOf,
  chooseAll,
  countChosen,
  newKeywords,
  NONE_CHOSEN,
  NONE_SUGGESTED,
  readKeywordSuggestion,
  toggled,
} from './keywordSuggestion';
import { readMetrics } from './metrics';
import { filterQuery, readAnalysis, readExecution, readFilters, writeFilters } from './optimization';
import {
  archivedText,
  confirmText,
  DEFAULT_FORM,
  formErrors,
  NONE_SELECTED,
  paramsOf,
  readProposal,
  readPruned,
  scoreBadge,
  scoreText,
  typedNumber,
} from './pruning';

describe('compaction', () => {
  const answer = {
    original_content: 'x'.repeat(80),
    original_lessons_learned: 'y'.repeat(20),
    compressed_content: 'x'.repeat(40),
    compressed_lessons_learned: 'y'.repeat(10),
    compression_ratio: 0.5,
    compression_quality_score: 7,
    key_insights_preserved: ['a', 3, ''],
    rationale: 'Why.',
    generated_by: 'deterministic',
  };
  const all = { content: true, lesson: true };

  it('says how much space is saved and how good it is', () => {
    const compaction = readCompaction(answer)!;
    expect(compaction).toMatchObject({ quality: 7, ratio: 0.5, insights: ['a'], method: 'rules' });
    expect(spaceSaved(compaction, all)).toBe(50);
    expect(compactedText(50, 7)).toBe(
      'Memory block compacted successfully! Space saved: 50% with 7/10 quality score.',
    );
    expect(compactedText(0, null)).toContain('–/10');
  });

  it('keeps what was not accepted', () => {
    const compaction = readCompaction(answer)!;
    const contentAlone = { content: true, lesson: false };
    expect(textsAfter(compaction, contentAlone)).toEqual({
      content: 'x'.repeat(40),
      lesson: 'y'.repeat(20),
    });
    expect(spaceSaved(compaction, contentAlone)).toBe(40);
  });

  it.each([null, 'x', {}, { compressed_content: ' ' }, { compressed_content: 3 }])(
    'takes %j for no compaction',
    (nonsense) => expect(readCompaction(nonsense)).toBeNull(),
  );

  it('reckons the ratio itself where the service does not', () => {
    const { compression_ratio: _, ...without } = answer;
    expect(spaceSaved(readCompaction(without)!, all)).toBe(50);
  });
});

describe('keywords', () => {
  const suggestion = readKeywordSuggestion({
    memory_block_id: 'a',
    suggested_keywords: ['Queue', 'lease', 'lease', 4],
    current_keywords: ['queue'],
    generated_by: 'model',
  })!;

  it('offers what is new and chooses all of it at first', () => {
    expect(newKeywords(suggestion)).toEqual(['lease']);
    const choice = chooseAll([suggestion]);
    expect(countChosen(choice)).toBe(1);
    expect(applicationsOf(choice)).toEqual([{ memory_block_id: 'a', selected_keywords: ['lease'] }]);
    expect(applicationsOf(toggled(choice, 'a', 'lease'))).toEqual([]);
    expect(countChosen(toggled({}, 'a', 'lease'))).toBe(1);
  });

  it('keeps the sentences of the specification', () => {
    expect(NONE_CHOSEN).toBe('Please select at least one keyword to apply');
    expect(NONE_SUGGESTED).toBe('No keyword suggestions could be generated for the selected memory blocks');
    expect(readKeywordSuggestion({})).toBeNull();
  });
});

describe('pruning', () => {
  it('has the defaults of the specification', () => {
    expect(paramsOf(DEFAULT_FORM)).toEqual({ batch_size: 50, target_count: 100, max_iterations: 10 });
    expect(formErrors(paramsOf(DEFAULT_FORM))).toEqual({});
  });

  it('takes what is no number for 0 and an empty target for no limit', () => {
    expect(typedNumber('abc')).toBe(0);
    expect(typedNumber(' 7.9 ')).toBe(7);
    const params = paramsOf({ batchSize: 'abc', targetCount: '', maxIterations: '101' });
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

  it('reads suggestions or items, scores as numbers or texts, and each block once', () => {
    const rows = [
      { memory_block_id: 'a', pruning_score: '12.5' },
      { memory_block_id: 'a' },
      { memory_block_id: 'b', pruning_score: 'none' },
      null,
    ];
    for (const answer of [{ suggestions: rows }, { items: rows }]) {
      expect(readProposal(answer).suggestions.map(({ id, score }) => [id, score])).toEqual([
        ['a', null],
        ['b', null],
      ]);
    }
    expect(readProposal({ suggestions: [rows[0]] }).suggestions[0]?.score).toBe(12.5);
    for (const answer of ['nonsense', null, {}, { suggestions: 'none' }]) {
      expect(() => readProposal(answer)).toThrow('cannot read');
    }
  });

  it('keeps the sentences of the specification', () => {
    expect(NONE_SELECTED).toBe('Please select at least one memory block to prune.');
    expect(confirmText(3)).toBe(
      'Are you sure you want to archive 3 memory blocks for pruning? This action can be undone by unarchiving the blocks.',
    );
    expect(archivedText(3)).toBe('Successfully archived 3 memory blocks for pruning.');
    expect(readPruned({ archived_count: 1, failed_blocks: ['b'] }, ['a', 'b'])).toEqual({
      archived: 1,
      failed: ['b'],
    });
    expect(readPruned({ archived_count: 0, failed_blocks: null }, ['a', 'b']).failed).toEqual(['a', 'b']);
    for (const answer of [null, 'ok', { message: 'Done.' }]) {
      expect(() => readPruned(answer, ['a'])).toThrow('cannot read');
    }
  });
});

describe('optimization', () => {
  it('reads all affected blocks, else the first ones, and words of details', () => {
    const { suggestions, analysed } = readAnalysis({
      suggestions: [
        { id: '1', type: 'compaction', affected_blocks: ['a'], all_affected_blocks: ['a', 'b'] },
        { id: '2', affected_blocks: ['c', 'c', 4], optimization_details: { total_characters: 1200 } },
        { type: 'no id' },
      ],
      total_memory_blocks_analyzed: 7,
    });
    expect(suggestions.map(({ blocks }) => blocks)).toEqual([['a', 'b'], ['c']]);
    expect(suggestions[1]?.details).toEqual([['Characters in all', '1,200']]);
    expect(analysed).toBe(7);
    expect(readAnalysis([{ id: '1' }]).suggestions).toHaveLength(1);
    for (const answer of ['nonsense', null, {}]) expect(() => readAnalysis(answer)).toThrow('cannot read');
  });

  it('takes a 200 that says error for the failure it is', () => {
    const stale = {
      status: 'error',
      message: 'Suggestion not found or may have become stale',
      results: null,
    };
    expect(() => readExecution(stale)).toThrow('Suggestion not found or may have become stale');
    expect(() => readExecution({})).toThrow();
    expect(() => readExecution('<html>')).toThrow();
    const done = readExecution({
      status: 'completed',
      results: { summary: 'Merged.', metrics: { merged_memory_id: 'm', blocks_processed: 2 } },
    });
    expect(done).toMatchObject({ summary: 'Merged.', mergedId: 'm', metrics: [['Memories processed', '2']] });
  });

  it('says figures in words for people', () => {
    const metrics = { generated_by: 'deterministic', execution_time_ms: 1220, keywords_added: 3, odd: null };
    expect(readMetrics(metrics)).toEqual([
      ['Made by', 'Rules'],
      ['Took', '1.2 s'],
      ['Keywords added', '3'],
    ]);
  });

  it('keeps the filters in the address', () => {
    const filters = { agentId: 'a1', priority: 'high', dateRange: 'last_30_days' } as const;
    const params = writeFilters(new URLSearchParams('x=1'), filters);
    expect(params.toString()).toBe('x=1&agent=a1&priority=high&range=last_30_days');
    expect(readFilters(params)).toEqual(filters);
    expect(filterQuery(filters)).toEqual({ agent_id: 'a1', priority: 'high', date_range: 'last_30_days' });
    const none = readFilters(new URLSearchParams('priority=urgent&range=ever'));
    expect(none).toEqual({ agentId: '', priority: null, dateRange: null });
    expect(filterQuery(none)).toEqual({});
  });
});
