import { ApiError } from '../api/client/errors';
import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const setUp = (answers: Parameters<typeof fakeApi>[0]) => {
  const client = fakeApi(answers);
  return { client, api: createCompatibilityAdapter(client), keys: () => client.calls.map(({ key }) => key) };
};
const params = { id: 'b' };
const block = { id: 'b', content: 'Text.', updated_at: 'now', archived: true };
const fail =
  (status: number, detail: string | null = null) =>
  () => {
    throw new ApiError(status, detail, '', null);
  };

it('refuses a text that the service would drop, before anything is saved', async () => {
  const { api, client } = setUp({});
  const body = { content: 'New.', external_history_link: 'https://example.org/run' };
  await expect(api.call('PUT /memory-blocks/{id}', { params, body })).rejects.toThrow(
    'external history link could not be saved',
  );
  expect(client.calls).toEqual([]);
});

it('says that a block was not restored', async () => {
  const { api } = setUp({ 'PUT /memory-blocks/{id}': block });
  const restored = api.call('PUT /memory-blocks/{id}', { params, body: { archived: false } });
  await expect(restored).rejects.toThrow('The service kept it archived.');
});

it('guards against overwriting, with the newer block in the refusal', async () => {
  const { api, keys } = setUp({ 'GET /memory-blocks/{id}': block, 'PUT /memory-blocks/{id}': block });
  const save = (expected_updated_at: string) =>
    api.call('PUT /memory-blocks/{id}', { params, body: { content: 'New.', expected_updated_at } });
  const conflict = (await save('earlier').catch((error: unknown) => error)) as ApiError;
  expect([conflict.status, JSON.parse(conflict.raw)]).toEqual([
    409,
    expect.objectContaining({ current: expect.objectContaining({ id: 'b' }) }),
  ]);
  expect(keys()).toEqual(['GET /memory-blocks/{id}']);
  await expect(save('now')).resolves.toMatchObject({ id: 'b' });
});

it('takes a keyword off its memory blocks where the service cannot delete one in use', async () => {
  let isLinked = true;
  const { api, keys } = setUp({
    'DELETE /keywords/{id}': () => (isLinked ? fail(500)() : null),
    'GET /keywords/{id}/memory-blocks/': [block],
    'DELETE /memory-blocks/{id}/keywords/{keyword_id}': () => ((isLinked = false), null),
  });
  await expect(api.call('DELETE /keywords/{id}', { params: { id: 'k' } })).resolves.toBeNull();
  expect(keys().filter((key) => key === 'DELETE /keywords/{id}')).toHaveLength(2);
});

it('takes an execution that failed inside of a success for a failure', async () => {
  const key = 'POST /memory-optimization/suggestions/{id}/execute';
  const { api } = setUp({ [key]: { status: 'error', message: 'It may have become stale.' } });
  await expect(api.call(key, { params })).rejects.toThrow('It may have become stale.');
});

it('answers with the member after a change', async () => {
  const member = { user_id: 'u', email: 'a@x', role: 'admin', can_read: true, can_write: true };
  const { api } = setUp({
    'PUT /organizations/{id}/members/{user_id}': null,
    'POST /organizations/{id}/members': { status: 'added' },
    'GET /organizations/{id}/members': [member],
  });
  const changed = api.call('PUT /organizations/{id}/members/{user_id}', {
    params: { id: 'o', user_id: 'u' },
    body: { role: 'admin' },
  });
  await expect(changed).resolves.toMatchObject(member);
  const added = api.call('POST /organizations/{id}/members', { params: { id: 'o' }, body: { email: 'A@x' } });
  await expect(added).resolves.toMatchObject({ ...member, status: 'added' });
});

it('sends the expiry of a token along, so that renaming does not remove it', async () => {
  const token = { id: 't', name: 'A', expires_at: '2027-01-01T00:00:00Z' };
  const { api, client } = setUp({ 'GET /users/me/tokens': [token], 'PATCH /users/me/tokens/{id}': token });
  await api.call('PATCH /users/me/tokens/{id}', { params: { id: 't' }, body: { name: 'B' } });
  expect(client.calls.at(-1)?.input).toMatchObject({ body: { name: 'B', expires_at: token.expires_at } });
});

it('says when a token was last used, which is all that is known of its calls', async () => {
  const { api } = setUp({ 'GET /users/me/tokens': [{ id: 't', last_used_at: 'then' }] });
  const activity = await api.call('GET /users/me/tokens/{id}/activity', { params: { id: 't' } });
  expect(activity).toMatchObject({ sign_in_at: 'then', read_at: null, fault: null });
});

it('refuses to accept a part of a suggestion', async () => {
  const { api } = setUp({});
  const key = 'POST /consolidation-suggestions/{id}/validate/';
  const partly = api.call(key, { params, body: { keywords: [] } });
  await expect(partly).rejects.toMatchObject({ status: 501 });
});
