import { agentNameOf, byName, readAgentProfile, readAgentRow } from './agentRow';
import { readMemoryRow } from './memoryRow';
import { countText, pageTotal } from './paging';
import { readRows } from '@hindsight/shared-contracts/api/client';

const id = '00000000-0000-4000-8000-0000000000ab';

it('reads a page and a bare array', () => {
  expect(readRows({ items: [{ id }], total_items: 40 }, readMemoryRow)).toMatchObject({ total: 40 });
  expect(readRows([{ agent_id: id, agent_name: 'A' }], readAgentRow)).toEqual({
    items: [{ id, name: 'A' }],
    total: null,
  });
});

it('leaves out what is no memory block', () => {
  const items = [null, 1, { id }, 'x', [], {}];
  expect(readRows({ items }, readMemoryRow).items.map((row) => row.id)).toEqual([id]);
});

it('fills what a row lacks', () => {
  expect(readMemoryRow({ id, keywords: null, feedback_score: null })).toEqual({
    id,
    agentId: '',
    agentName: '',
    conversationId: '',
    content: '',
    lesson: '',
    errors: '',
    createdAt: '',
    updatedAt: '',
    archivedAt: '',
    score: null,
    retrievals: 0,
    keywords: [],
  });
});

it('reads keywords as texts and as objects of either name, each once', () => {
  const keywords = ['a', { keyword_text: 'b' }, { keyword: 'c' }, { keyword_text: 'a' }, {}, 5];
  expect(readMemoryRow({ id, keywords })?.keywords).toEqual(['a', 'b', 'c']);
});

it('keeps a score between 0 and 100: nobody sees -1/100', () => {
  const score = (feedback_score: unknown) => readMemoryRow({ id, feedback_score })?.score;
  expect([score(-1), score(101), score('82'), score('good')]).toEqual([0, 100, 82, null]);
});

it('takes the older name of a time', () => {
  expect(readMemoryRow({ id, timestamp: '2026-01-01T00:00:00Z' })?.createdAt).toBe('2026-01-01T00:00:00Z');
});

it('knows of an agent what the service says, and makes nothing up', () => {
  expect(readAgentProfile({ agent_id: id, agent_name: 'A' })).toEqual({
    id,
    name: 'A',
    description: '',
    createdAt: '',
    updatedAt: '',
    scope: '',
  });
  const described = {
    agent_id: id,
    agent_name: 'A',
    description: ' Reviews. ',
    created_at: 'c',
    updated_at: 'u',
  };
  expect(readAgentProfile(described)).toMatchObject({
    description: 'Reviews.',
    createdAt: 'c',
    updatedAt: 'u',
  });
  expect(readAgentProfile({ agent_name: 'A' })).toBeNull();
});

it('names agents', () => {
  const agents = [
    { id, name: 'Zoe' },
    { id: 'b', name: 'ada' },
  ];
  expect(agentNameOf({ agentId: id, agentName: 'Own' }, agents)).toBe('Own');
  expect(agentNameOf({ agentId: id, agentName: '' }, agents)).toBe('Zoe');
  expect(agentNameOf({ agentId: id, agentName: '' }, [])).toBe('Agent 000000ab');
  expect(agentNameOf({ agentId: '', agentName: '' }, [])).toBe('Unknown agent');
  expect(byName(agents).map(({ name }) => name)).toEqual(['ada', 'Zoe']);
});

describe('totals', () => {
  const rows = (count: number, total: number | null) => ({ items: Array<number>(count).fill(0), total });

  it('are what the service says, else what is known', () => {
    expect(pageTotal(rows(12, 40), 1, 12)).toEqual({ count: 40, atLeast: false });
    expect(pageTotal(rows(12, null), 2, 12)).toEqual({ count: 25, atLeast: true });
    expect(pageTotal(rows(5, null), 2, 12)).toEqual({ count: 17, atLeast: false });
    expect(pageTotal(rows(0, null), 9, 12)).toEqual({ count: 0, atLeast: false });
  });

  it('are said in words', () => {
    expect(countText({ count: 1, atLeast: false })).toBe('1 memory block');
    expect(countText({ count: 25, atLeast: true })).toBe('at least 25 memory blocks');
  });
});
