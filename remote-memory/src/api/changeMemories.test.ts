import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi } from '@hindsight/shared-contracts/testing';
import { block, testId } from '../testing/rows';
import { refusal } from '../testing/service';
import { changeMemories } from './changeMemories';

const DELETE = 'DELETE /memory-blocks/{id}/hard-delete';
const GET = 'GET /memory-blocks/{id}';
const ids = [1, 2, 3, 4].map(testId);
type Input = { params: { id: string } };

/** Deletes each memory, but answers as `answer` does. */
function serviceThatLoses(answer: () => unknown) {
  const gone = new Set<string>();
  const api = fakeApi({
    [DELETE]: ({ params }: Input) => {
      gone.add(params.id);
      return answer();
    },
    [GET]: ({ params }: Input) => (gone.has(params.id) ? refusal(404, 'Not found')() : block(1)),
  } as never);
  return { api, gone };
}
const change = (api: ReturnType<typeof fakeApi>, signal = new AbortController().signal) =>
  changeMemories({ api, scope: PERSONAL_SCOPE }, 'delete', ids, { signal, onProgress: jest.fn() });

it('reports what is gone as deleted although the answers were lost', async () => {
  const { api } = serviceThatLoses(refusal(504, 'Too slow'));
  expect(await change(api)).toMatchObject({ succeeded: ids, failed: [], left: [] });
});

it('lets what runs end when it is cancelled, and reports the rest as not started', async () => {
  const controller = new AbortController();
  const { api, gone } = serviceThatLoses(async () => {
    controller.abort();
    await Promise.resolve();
  });
  const { succeeded, failed, left, stopped } = await change(api, controller.signal);
  expect({ failed, stopped }).toEqual({ failed: [], stopped: 'cancelled' });
  expect(new Set(succeeded)).toEqual(gone);
  expect(succeeded.length + left.length).toBe(ids.length);
});

it('takes a memory for untouched that is cancelled in the pause before a retry', async () => {
  const controller = new AbortController();
  const busy = new ApiError(429, 'Slow down.', '', null, 60);
  const api = fakeApi({ [DELETE]: () => Promise.reject(busy) } as never);
  jest.useFakeTimers();
  const changed = change(api, controller.signal);
  await jest.advanceTimersByTimeAsync(59_000);
  controller.abort(new DOMException('Cancelled', 'AbortError'));
  expect(await changed).toMatchObject({ succeeded: [], failed: [], left: ids });
  jest.useRealTimers();
});

it('keeps the reason of what was refused, and asks nothing about it', async () => {
  const api = fakeApi({ [DELETE]: refusal(403, 'No right.') });
  const { failed } = await change(api);
  expect(failed).toHaveLength(4);
  expect(api.calls.filter(({ key }) => key === GET)).toEqual([]);
});
