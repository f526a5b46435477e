import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const adapt = (answers: Parameters<typeof fakeApi>[0]) => createCompatibilityAdapter(fakeApi(answers));
const params = { id: 'o' };

it('sorts, pages and counts agents that come as a bare, unordered array', async () => {
  const api = adapt({
    'GET /agents/': [
      { agent_id: 'a', agent_name: 'A', created_at: '2026-01-02' },
      { agent_id: 'b', agent_name: 'B', created_at: '2026-01-03' },
      { agent_id: 'c', agent_name: 'C', created_at: '2026-01-01' },
    ],
  });
  const page = await api.call('GET /agents/', { query: { skip: 1, limit: 1 } });
  expect(page).toMatchObject({ items: [{ agent_id: 'a' }], total_items: 3, total_pages: 3 });
});

it('refuses filters that another service would ignore', async () => {
  const api = adapt({ 'GET /memory-blocks/': { items: [], total_items: 0, total_pages: 0 } });
  const ask = (query: object) => api.call('GET /memory-blocks/', { query });
  await expect(ask({ agent_id: 'a', search_query: 'x' })).resolves.toMatchObject({ total_items: 0 });
  for (const query of [
    { feedback: 'low' } as const,
    { updated_after: '2026-01-01T00:00:00Z' },
    { agent_id: 'a,b' },
  ]) {
    await expect(ask(query)).rejects.toMatchObject({ status: 501 });
    const search = api.call('GET /memory-blocks/search/fulltext', { query: { query: 'x', ...query } });
    await expect(search).rejects.toMatchObject({ status: 501 });
  }
});

it('reads a list to its end, a thousand rows at a time', async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => ({ agent_id: `a${n}` }));
  const client = fakeApi({
    'GET /agents/': (input: unknown) => {
      const { skip, limit } = (input as { query: { skip: number; limit: number } }).query;
      return rows.slice(skip, skip + limit);
    },
  });
  const page = await createCompatibilityAdapter(client).call('GET /agents/', { query: { limit: 1 } });
  expect([page.total_items, client.calls.length]).toEqual([1500, 2]);
});

it('searches suggestions that another service neither searches nor counts', async () => {
  const row = (n: number, text: string) => ({
    suggestion_id: `s${n}`,
    suggested_content: text,
    suggested_keywords: ['queue'],
    original_memory_ids: [],
    created_at: `2026-01-0${n}T12:00:00Z`,
  });
  const items = [row(1, 'One'), row(2, 'Two'), row(3, 'Two more')];
  const api = adapt({ 'GET /consolidation-suggestions/': { items, total_items: 3, total_pages: 1 } });
  const idsOf = async (query: object) =>
    (await api.call('GET /consolidation-suggestions/', { query })).items.map((one) => one.suggestion_id);
  expect(await idsOf({ search: 'two' })).toEqual(['s3', 's2']);
  expect(await idsOf({ end_date: '2026-01-02T00:00:00Z' })).toEqual(['s1']);
  expect(await idsOf({ search: 'QUEUE', limit: 1, skip: 2 })).toEqual(['s1']);
});

it('sorts organizations by name and members by email', async () => {
  const api = adapt({
    'GET /organizations/': [
      { id: 'b', name: 'B' },
      { id: 'a', name: 'A' },
    ],
    'GET /organizations/{id}/members': [
      { user_id: '2', email: 'b@x' },
      { user_id: '1', email: 'a@x' },
    ],
  });
  expect((await api.call('GET /organizations/')).map(({ id }) => id)).toEqual(['a', 'b']);
  const members = await api.call('GET /organizations/{id}/members', { params });
  expect(members.map(({ user_id }) => user_id)).toEqual(['1', '2']);
});

it('tells pending invitations from expired ones, and counts them', async () => {
  const invitation = (id: string, expires_at: string) => ({ id, status: 'pending', expires_at });
  const api = adapt({
    'GET /organizations/{id}/invitations': [
      invitation('a', '2100-01-01T00:00:00Z'),
      invitation('b', '2020-01-01T00:00:00Z'),
    ],
  });
  const pending = await api.call('GET /organizations/{id}/invitations', { params });
  expect(pending.map(({ id }) => id)).toEqual(['a']);
  const counts = await api.call('GET /organizations/{id}/invitations/counts', { params });
  expect(counts).toEqual({ pending: 1, accepted: 0, revoked: 0, expired: 1, all: 2 });
});

it('keeps the audit entries of the asked-for target', async () => {
  const entry = (id: string, target_id: string) => ({ id, target_type: 'invitation', target_id });
  const api = adapt({ 'GET /audits/': [entry('a', 'x'), entry('b', 'y')] });
  const rows = await api.call('GET /audits/', { query: { target_type: 'invitation', target_id: 'y' } });
  expect(rows.map(({ id }) => id)).toEqual(['b']);
});

it('pages the audit entries of one kind, which another service does not filter', async () => {
  const entry = (id: string, action_type: string) => ({ id, action_type });
  const api = adapt({
    'GET /audits/': [entry('a', 'member_add'), entry('b', 'agent_create'), entry('c', 'member_leave')],
  });
  const page = (skip: number) => api.call('GET /audits/', { query: { kind: 'members', skip, limit: 1 } });
  expect([await page(0), await page(1), await page(2)]).toMatchObject([[{ id: 'a' }], [{ id: 'c' }], []]);
});

it('pages notifications of a service that cannot skip, and marks all as read one by one', async () => {
  const notifications = ['a', 'b', 'c'].map((id) => ({ id, is_read: false }));
  const client = fakeApi({
    'GET /notifications/': { notifications, unread_count: 9, total_count: 3 },
    'POST /notifications/{id}/read': null,
  });
  const api = createCompatibilityAdapter(client);
  const page = await api.call('GET /notifications/', { query: { skip: 2, limit: 2 } });
  expect(page).toMatchObject({ notifications: [{ id: 'c' }], unread_count: 9, total_count: 3 });
  expect(client.calls[0]?.input).toMatchObject({ query: { limit: 5 } });
  await expect(api.call('POST /notifications/read-all')).resolves.toEqual({ marked_count: 3 });
  expect(client.calls.filter(({ key }) => key === 'POST /notifications/{id}/read')).toHaveLength(3);
});

it('chooses, sorts and counts people of the beta program', async () => {
  const user = (email: string, beta_access_status: string, requested_at?: string) => ({
    user_id: email,
    email,
    beta_access_status,
    last_request: requested_at ? { id: email, requested_at } : null,
  });
  const api = adapt({
    'GET /beta-access/admin/users': {
      users: [
        user('b@x', 'pending', '2026-01-01'),
        user('a@x', 'denied'),
        { ...user('c@y', 'pending'), display_name: 'Jörg' },
      ],
    },
  });
  const emails = async (query: object) => {
    const { users, total_count } = await api.call('GET /beta-access/admin/users', { query });
    return [users.map(({ email }) => email), total_count];
  };
  expect(await emails({})).toEqual([['a@x', 'b@x', 'c@y'], 3]);
  expect(await emails({ status: 'pending', search: 'X' })).toEqual([['b@x'], 1]);
  expect(await emails({ search: 'jorg' })).toEqual([['c@y'], 1]);
  expect(await emails({ sort_by: 'requested_at', sort_order: 'desc', limit: 2 })).toEqual([
    ['b@x', 'a@x'],
    3,
  ]);
});

it('finds one optimization suggestion in the list', async () => {
  const suggestion = { id: 's', type: 'merge', affected_blocks: ['a'], priority: 'low' };
  const api = adapt({ 'GET /memory-optimization/suggestions': { suggestions: [suggestion] } });
  const key = 'GET /memory-optimization/suggestions/{id}';
  await expect(api.call(key, { params: { id: 's' } })).resolves.toMatchObject({ all_affected_blocks: ['a'] });
  await expect(api.call(key, { params: { id: 'x' } })).rejects.toMatchObject({ status: 404 });
  const high = await api.call('GET /memory-optimization/suggestions', { query: { priority: 'high' } });
  expect(high.suggestions).toEqual([]);
});
