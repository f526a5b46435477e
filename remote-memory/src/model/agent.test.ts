import { agentNameOf, agentOptions, byName } from './agent';

const id = '00000000-0000-4000-8000-0000000000ab';
const agents = [
  { id, name: 'Zoe' },
  { id: 'b', name: 'ada' },
];

it('names agents', () => {
  expect(agentNameOf({ agentId: id, agentName: 'Own' }, agents)).toBe('Own');
  expect(agentNameOf({ agentId: id, agentName: '' }, agents)).toBe('Zoe');
  expect(agentNameOf({ agentId: id, agentName: '' }, [])).toBe('Agent 000000ab');
  expect(agentNameOf({ agentId: '', agentName: '' }, [])).toBe('Unknown agent');
  expect(byName(agents).map(({ name }) => name)).toEqual(['ada', 'Zoe']);
});

it('keeps a chosen agent that the list does not hold', () => {
  expect(agentOptions(agents, id)).toHaveLength(2);
  expect(agentOptions(agents, 'c0000000')[0]).toEqual({ value: 'c0000000', label: 'Agent c0000000' });
});
