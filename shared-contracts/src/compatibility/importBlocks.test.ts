import { ApiError } from '../api/client/errors';
import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const AGENT = 'a0000000-0000-4000-8000-00000000000a';
const block = (id: string, content: string) => ({
  id,
  agent_id: AGENT,
  conversation_id: AGENT,
  content,
  lessons_learned: null,
  errors: null,
  feedback_score: 0,
  keywords: [],
  created_at: '2026-03-01T09:00:00Z',
});

it('stores an import row by row, with the agents and keywords that it names', async () => {
  let count = 0;
  const client = fakeApi({
    'GET /agents/': [{ agent_id: AGENT, agent_name: 'Reviewer' }],
    'GET /keywords/': [],
    'GET /memory-blocks/': [block('known', 'Known')],
    'POST /agents/': { agent_id: 'new-agent', agent_name: 'Planner' },
    'POST /keywords/': { keyword_id: 'word', keyword_text: 'dns' },
    'POST /memory-blocks/': ({ body }: { body: { content: string } }) => {
      if (body.content === 'Bad') throw new ApiError(422, 'Not this one.', '', null);
      return block(`block-${(count += 1)}`, body.content);
    },
    'POST /memory-blocks/{id}/keywords/{keyword_id}': {},
    'POST /memory-blocks/{id}/archive': block('block-2', 'Two'),
  } as never);
  const rows = [
    { content: 'Known ' },
    { content: 'One', agent_name: 'reviewer', keywords: ['DNS'] },
    { content: 'Two', agent_name: 'Planner', keywords: ['dns'], archived: true },
    { content: 'Bad', agent_name: 'Planner' },
  ];
  const answer = await createCompatibilityAdapter(client).call('POST /memory-blocks/bulk-import', {
    body: { rows, create_missing: true },
  });
  expect(answer.results.map(({ status }) => status)).toEqual([
    'already_there',
    'created',
    'created',
    'refused',
  ]);
  expect(answer.results[3]?.error).toBe('Not this one.');
  expect(answer).toMatchObject({
    created_count: 2,
    created_agents: [{ agent_id: 'new-agent', agent_name: 'Planner' }],
    created_keywords: [{ keyword_id: 'word', keyword_text: 'DNS' }],
  });
  const sent = (key: string) => client.calls.filter((call) => call.key === key);
  expect(sent('POST /memory-blocks/').map(({ input }) => (input as { body: object }).body)).toMatchObject([
    { agent_id: AGENT, content: 'One' },
    { agent_id: 'new-agent', content: 'Two' },
    { agent_id: 'new-agent', content: 'Bad' },
  ]);
  expect(sent('POST /memory-blocks/{id}/archive')).toMatchObject([{ input: { params: { id: 'block-2' } } }]);
});
