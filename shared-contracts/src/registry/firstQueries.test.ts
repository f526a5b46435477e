import { firstRequests, requestsAfter } from './firstQueries';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost');
  return { pathname, search };
};

const list = {
  path: '/blocks',
  firstQueries: [{ path: '/blocks/', query: { limit: '12', agent_id: '{agent}' } }, { path: '/agents/' }],
};

it('asks what is declared, with the parameters of the address', () => {
  expect(firstRequests(list, at('/blocks'))).toEqual([
    { path: '/blocks/', query: { limit: '12' } },
    { path: '/agents/', query: {} },
  ]);
  expect(firstRequests(list, at('/blocks?agent=a1'))).toEqual([
    { path: '/blocks/', query: { limit: '12', agent_id: 'a1' } },
  ]);
});

it('asks nothing where the page alone knows what: a parameter that is not declared, or a page below', () => {
  expect(firstRequests(list, at('/blocks?sort=oldest'))).toEqual([]);
  expect(firstRequests(list, at('/blocks/17'))).toEqual([]);
  expect(firstRequests({ path: '/other' }, at('/other'))).toEqual([]);
});

it('fills the path from the address, escaped as it was there', () => {
  const detail = { path: '/blocks/:id', firstQueries: [{ path: '/blocks/{id}' }] };
  expect(firstRequests(detail, at('/blocks/a%2Fb'))).toEqual([{ path: '/blocks/a%2Fb', query: {} }]);
});

it('fills a parameter from the path too, and says what is asked without a workspace', () => {
  const detail = { path: '/agents/:id', firstQueries: [{ path: '/blocks/', query: { agent_id: '{id}' } }] };
  expect(firstRequests(detail, at('/agents/a1'))).toEqual([{ path: '/blocks/', query: { agent_id: 'a1' } }]);
  const jobs = { path: '/jobs', firstQueries: [{ path: '/jobs/', ofPerson: true }] };
  expect(firstRequests(jobs, at('/jobs'))).toEqual([{ path: '/jobs/', query: {}, ofPerson: true }]);
});

it('asks for what an answer names, where it is of the kind that has it', () => {
  const queries = [
    { ids: 'items.0.memories', path: '/blocks/{id}' },
    { ids: 'items.0.id', path: '/merges/{id}', where: { at: 'items.0.kind', is: 'merge' } },
  ];
  const asked = (answer: unknown) => requestsAfter(queries, answer).map(({ path }) => path);
  const item = { id: 'm1', kind: 'merge', memories: ['b1', 'b/2'] };
  expect(asked({ items: [item] })).toEqual(['/blocks/b1', '/blocks/b%2F2', '/merges/m1']);
  expect(asked({ items: [{ ...item, kind: 'secret' }] })).toEqual(['/blocks/b1', '/blocks/b%2F2']);
  for (const answer of [{ items: [] }, null, 'rows', { items: [{ memories: [7, null] }] }])
    expect(asked(answer)).toEqual([]);
});
