import { UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import { block, idOf } from '../testing/rows';
import {
  isPartial,
  readSummary,
  SAMPLE_SIZE,
  sampleText,
  SERIES_DAYS,
  summariseRows,
  TOP_CONVERSATIONS,
} from './analytics';
import { readMemoryRow } from './memoryRow';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const row = (number: number, rest: object = {}) => readMemoryRow(block(number, rest))!;

it('keeps the numbers of the specification', () => {
  expect([TOP_CONVERSATIONS, SAMPLE_SIZE, SERIES_DAYS]).toEqual([10, 1000, 90]);
});

describe('figures from memory blocks', () => {
  const rows = [
    row(1, { agent_id: 'a', agent_name: 'Ada', feedback_score: 80, created_at: '2026-03-10T01:00:00Z' }),
    row(2, { agent_id: 'b', agent_name: 'Bob', feedback_score: 79, created_at: '2026-03-10T23:00:00Z' }),
    row(3, { agent_id: 'b', agent_name: null, feedback_score: 60, created_at: '2025-12-11T00:00:00Z' }),
    row(4, {
      agent_id: 'b',
      feedback_score: 59,
      created_at: '2025-12-10T23:59:00Z',
      conversation_id: idOf(9),
    }),
    row(5, { agent_id: 'c', feedback_score: null, created_at: 'nonsense', conversation_id: '' }),
  ];
  const found = summariseRows(rows, 5, NOW);

  it('count agents and conversations, most memories first', () => {
    expect(found).toMatchObject({ totalMemories: 5, activeAgents: 3, totalConversations: 2 });
    expect(found.agents[0]).toEqual({ id: 'b', name: 'Bob', memories: 3, score: 66, retrievals: 9 });
    expect(found.agents.at(-1)).toMatchObject({ id: 'c', score: null });
    expect(found.conversations.map(({ memories }) => memories)).toEqual([3, 1]);
    expect(found.conversations[0]?.lastActivity).toBe('2026-03-10T23:00:00Z');
  });

  it('divide the feedback at 80 and 60; what nobody rated is in no part', () => {
    expect(found.feedback).toEqual({ high: 1, medium: 2, low: 1 });
  });

  it('fill the last 90 days in UTC, oldest first', () => {
    expect(found.perDay).toHaveLength(90);
    expect(found.perDay.at(-1)).toEqual({ date: '2026-03-10', count: 2 });
    expect(found.perDay[0]).toEqual({ date: '2025-12-11', count: 1 });
  });

  it('name ten conversations at most', () => {
    const many = Array.from({ length: 11 }, (_, index) => row(index, { conversation_id: idOf(index) }));
    expect(summariseRows(many, 11, NOW).conversations).toHaveLength(10);
    expect(summariseRows(many, 11, NOW).totalConversations).toBe(11);
  });
});

it('says what figures stand on', () => {
  const partial = { read: 1000, total: 2410 };
  expect(sampleText(partial)).toBe(
    'Calculated from the newest 1,000 of 2,410 memory blocks: older ones are not in these figures.',
  );
  expect(sampleText({ read: 1000, total: null })).toBe(
    'Calculated from the newest 1,000 memory blocks: older ones are not in these figures.',
  );
  expect(sampleText({ read: 37, total: 37 })).toBe('Calculated from all 37 memory blocks.');
  expect(sampleText({ read: 1, total: 1 })).toBe('Calculated from the one memory block.');
  expect([partial, { read: 37, total: 37 }].map((sample) => isPartial({ sample }))).toEqual([true, false]);
  expect(isPartial({ sample: null })).toBe(false);
  expect(summariseRows(Array(1000).fill(row(1)), null, NOW).sample).toEqual({ read: 1000, total: null });
  expect(summariseRows([row(1)], null, NOW).sample).toEqual({ read: 1, total: 1 });
});

describe('the summary of the service', () => {
  it('is read with what it says', () => {
    const found = readSummary({
      totals: { memory_blocks: 2410, conversations: 120, agents: 9 },
      agents: [
        {
          agent_id: 'a',
          agent_name: 'Ada',
          memory_block_count: 7,
          average_feedback_score: 71.5,
          retrievals: 3,
        },
        { agent_id: 'b', agent_name: 'Bob', memory_block_count: 0 },
      ],
      top_conversations: [{ conversation_id: 'c', memory_block_count: 5, last_activity: 'x' }, {}],
      created_per_day: [{ date: '2026-03-10', count: 4 }],
      feedback: { high: 1, medium: 2, low: 3 },
    });
    expect(found).toEqual({
      totalMemories: 2410,
      activeAgents: 1,
      totalConversations: 120,
      agents: [
        { id: 'a', name: 'Ada', memories: 7, score: 71.5, retrievals: 3 },
        { id: 'b', name: 'Bob', memories: 0, score: null, retrievals: null },
      ],
      conversations: [{ id: 'c', memories: 5, lastActivity: 'x' }],
      perDay: [{ date: '2026-03-10', count: 4 }],
      feedback: { high: 1, medium: 2, low: 3 },
      sample: null,
    });
  });

  const empty = { totals: { memory_blocks: 0 }, agents: [], top_conversations: [], created_per_day: [null] };
  it('may leave out what is not needed', () =>
    expect(readSummary(empty)).toMatchObject({ totalMemories: 0, agents: [], perDay: [] }));

  it.each([null, 'text', [], {}, { ...empty, totals: {} }, { ...empty, agents: 7 }])(
    'is no empty workspace when it is %j',
    (answer) => expect(() => readSummary(answer)).toThrow(UnexpectedAnswerError),
  );
});
