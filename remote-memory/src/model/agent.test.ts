import type { Agent } from './agent';
import { agentOptions, byName, findAgentName } from './agent';
import { searchAgents } from './agentSearch';

const id = '00000000-0000-4000-8000-0000000000ab';
const agents = [
  { id, name: 'Zoe' },
  { id: 'b', name: 'ada' },
];

it('names agents', () => {
  expect(findAgentName(id, agents)).toBe('Zoe');
  expect(findAgentName(id, [])).toBe('Agent 000000ab');
  expect(byName(agents).map(({ name }) => name)).toEqual(['ada', 'Zoe']);
});

it('keeps a chosen agent that the list does not hold', () => {
  expect(agentOptions(agents, id)).toHaveLength(2);
  expect(agentOptions(agents, 'c0000000')[0]).toEqual({ value: 'c0000000', label: 'Agent c0000000' });
});

it('finds agents by their letters, and signs by themselves', () => {
  const rows = ['Zoë', 'Wächter', 'İzmir bot', '100% _cover\\'].map((name) => ({ id: name, name }) as Agent);
  const found = (search: string) => searchAgents(rows, search).map(({ name }) => name);
  expect(found(' ZOE ')).toEqual(['Zoë']);
  expect(found('wa\u0308chter')).toEqual(['Wächter']);
  expect(found('izmir')).toEqual(['İzmir bot']);
  for (const sign of ['%', '_', '\\']) expect(found(sign)).toEqual(['100% _cover\\']);
  expect(found('')).toHaveLength(4);
});
