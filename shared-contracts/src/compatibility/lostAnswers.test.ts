import { ApiError, isUncertain, NetworkError, UnexpectedAnswerError } from '../api/client/errors';
import { fakeApi } from '../testing';
import { createCompatibilityAdapter } from '.';

const CREATE = 'POST /memory-blocks/';
const body = { agent_id: 'a', conversation_id: 'c', content: 'Text.' };
const stored = { ...body, id: 'b' };
const lose = () => {
  throw new NetworkError('reset');
};
const adapt = (answers: Parameters<typeof fakeApi>[0]) => {
  const client = fakeApi(answers);
  const api = createCompatibilityAdapter(client);
  return { api, sent: (key: string) => client.calls.filter((call) => call.key === key).length };
};

it.each([
  [new NetworkError('reset'), true],
  [new UnexpectedAnswerError(200, '<html>'), true],
  [new ApiError(502, null, '', null), true],
  [new DOMException('aborted', 'AbortError'), true],
  [new ApiError(501, 'No.', '', null), false],
  [new ApiError(409, 'Taken.', '', null), false],
])('knows whether a write that failed with %s may have been carried out: %s', (error, expected) => {
  expect(isUncertain(error)).toBe(expected);
});

it('finds a memory block whose answer was lost', async () => {
  const { api, sent } = adapt({ [CREATE]: lose, 'GET /memory-blocks/': { items: [stored] } });
  await expect(api.call(CREATE, { body })).resolves.toMatchObject({ id: 'b', content: 'Text.' });
  expect(sent(CREATE)).toBe(1);
});

it('fails as the write did when nothing is found, or nothing can be asked', async () => {
  const { api } = adapt({ [CREATE]: lose, 'GET /memory-blocks/': { items: [] } });
  await expect(api.call(CREATE, { body })).rejects.toThrow(NetworkError);
  const silent = adapt({ [CREATE]: lose, 'GET /memory-blocks/': lose });
  await expect(silent.api.call(CREATE, { body })).rejects.toThrow(NetworkError);
});

it('looks first when a person sends a lost write again with its key', async () => {
  let isBack = false;
  const { api, sent } = adapt({
    [CREATE]: lose,
    'GET /memory-blocks/': () => (isBack ? { items: [stored] } : lose()),
  });
  const input = { body, idempotencyKey: 'form' };
  await expect(api.call(CREATE, input)).rejects.toThrow(NetworkError);
  isBack = true;
  await expect(api.call(CREATE, input)).resolves.toMatchObject({ id: 'b' });
  expect(sent(CREATE)).toBe(1);
});

it('takes what is not found any more for deleted', async () => {
  const { api } = adapt({
    'DELETE /organizations/{id}': lose,
    'GET /organizations/{id}': () => {
      throw new ApiError(404, 'Organization not found', '', null);
    },
  });
  await expect(api.call('DELETE /organizations/{id}', { params: { id: 'o' } })).resolves.toBeNull();
});

it.each([
  ['PATCH /users/me', { body: { display_name: ' Ada ' } }],
  ['DELETE /users/me/tokens/{id}', { params: { id: 't' } }],
  [
    'PUT /organizations/{id}/members/{user_id}',
    { params: { id: 'o', user_id: 'u' }, body: { role: 'admin' } },
  ],
  [
    'POST /organizations/{id}/invitations/{invitation_id}/accept',
    { params: { id: 'o', invitation_id: 'i' } },
  ],
  ['PUT /memory-blocks/{id}', { params: { id: 'b' }, body: { content: 'Text. ' } }],
  ['POST /keywords/', { body: { keyword_text: 'queue' } }],
] as const)('knows %s by what it left', async (key, input) => {
  const { api } = adapt({
    [key]: lose,
    'GET /user-info': { user_id: 'u', display_name: 'Ada', memberships: [{ organization_id: 'o' }] },
    'GET /users/me/tokens': [{ id: 't', status: 'revoked' }],
    'GET /organizations/{id}/members': [{ user_id: 'u', role: 'admin' }],
    'GET /memory-blocks/{id}': stored,
    'GET /keywords/': [{ keyword_id: 'k', keyword_text: 'queue' }],
  });
  await expect(api.call(key, input as never)).resolves.toBeDefined();
});
