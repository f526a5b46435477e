import { firstRequests } from './firstQueries';

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
