import { NetworkError, ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi } from '@hindsight/shared-contracts/testing';
import { restoreBlocks } from './blocks';
import { deleteSuggestion } from './suggestions';

const throwError = (error: Error) => () => {
  throw error;
};
const lost = throwError(new NetworkError('No answer.'));
const gone = throwError(new ApiError(404, 'Not found.', '', null));
const GET = 'GET /consolidation-suggestions/{id}';
const DELETE = 'DELETE /consolidation-suggestions/{id}';

it.each([
  ['was deleted by somebody else', gone, gone],
  ['was deleted, and the answer was lost', lost, gone],
])('treats a suggestion that %s as deleted', async (_name, answer, state) => {
  await expect(deleteSuggestion(fakeApi({ [DELETE]: answer, [GET]: state }), 'a')).resolves.toBeUndefined();
});

it.each([
  ['is still there', lost, { suggestion_id: 'a' }],
  ['cannot be asked for', lost, lost],
  ['may not be deleted', throwError(new ApiError(403, 'Forbidden', '', null)), gone],
])('reports a failure for a suggestion that %s', async (_name, answer, state) => {
  await expect(deleteSuggestion(fakeApi({ [DELETE]: answer, [GET]: state }), 'a')).rejects.toThrow();
});

it('verifies restored memories when the response is lost', async () => {
  const api = fakeApi({
    'PUT /memory-blocks/{id}': lost,
    'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) => ({ archived: params.id === 'b' }),
  });
  expect((await restoreBlocks(api, ['a', 'b'])).map(({ id }) => id)).toEqual(['b']);
});
