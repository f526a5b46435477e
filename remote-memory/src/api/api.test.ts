import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { fakeApi } from '@hindsight/shared-contracts/testing';
import { toDraft } from '../model/editDraft';
import type { EditDraft } from '../model/editDraft';
import { toMemory } from '../model/memory';
import { block, testId } from '../testing/rows';
import { KEYWORDS, fakeService, recordedInputs, refusal } from '../testing/service';
import type { Service } from '../testing/service';
import { changeMemories } from './changeMemories';
import { saveMemory } from './memory';
import { readAll } from './readAll';

describe('changeMemories', () => {
  const DELETE = 'DELETE /memory-blocks/{id}/hard-delete';
  const GET = 'GET /memory-blocks/{id}';
  const ids = [1, 2, 3, 4].map(testId);
  type Input = { params: { id: string } };

  /** Deletes each memory, but responds with `answer`. */
  function serviceLosingAnswers(answer: () => unknown) {
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

  it('reports memories as deleted when the delete succeeded but its response was lost', async () => {
    const { api } = serviceLosingAnswers(refusal(504, 'Too slow'));
    expect(await change(api)).toMatchObject({ succeeded: ids, failed: [], left: [] });
  });

  it('lets in-flight requests finish on cancel and reports the rest as not started', async () => {
    const controller = new AbortController();
    const { api, gone } = serviceLosingAnswers(async () => {
      controller.abort();
      await Promise.resolve();
    });
    const { succeeded, failed, left, stopped } = await change(api, controller.signal);
    expect({ failed, stopped }).toEqual({ failed: [], stopped: 'cancelled' });
    expect(new Set(succeeded)).toEqual(gone);
    expect(succeeded.length + left.length).toBe(ids.length);
  });

  it('counts a memory as untouched when cancelled in the pause before a retry', async () => {
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

  it('keeps the reason of a refusal without checking the memory again', async () => {
    const api = fakeApi({ [DELETE]: refusal(403, 'No right.') });
    const { failed } = await change(api);
    expect(failed).toHaveLength(4);
    expect(api.calls.filter(({ key }) => key === GET)).toEqual([]);
  });
});

describe('memory', () => {
  const stored = block(1, { keywords: [KEYWORDS[0]] as never });
  const base = toMemory(stored);
  const PUT = 'PUT /memory-blocks/{id}';
  const LINK = 'POST /memory-blocks/{id}/keywords/{keyword_id}';
  const UNLINK = 'DELETE /memory-blocks/{id}/keywords/{keyword_id}';

  const save = (api: Service, change: Partial<EditDraft>) =>
    saveMemory({ api, scope: PERSONAL_SCOPE }, base, { ...toDraft(base), ...change });

  it("saves the fields first, then adds and removes keywords one by one, in the memory's workspace", async () => {
    const api = fakeService(stored);
    const result = await save(api, { lesson: 'New', keywords: ['k2', 'k3'] });
    expect(result.kind).toBe('saved');
    expect(api.calls.map(({ key }) => key)).toEqual([PUT, LINK, LINK, UNLINK, 'GET /memory-blocks/{id}']);
    expect(recordedInputs(api, PUT)).toEqual([
      {
        params: { id: base.id },
        body: { lessons_learned: 'New', expected_updated_at: base.updatedAt },
        scope: PERSONAL_SCOPE,
      },
    ]);
  });

  it('sends no fields when only keywords changed', async () => {
    const api = fakeService(stored);
    await save(api, { keywords: [] });
    expect(recordedInputs(api, PUT)).toEqual([]);
    expect(recordedInputs(api, UNLINK)).toHaveLength(1);
  });

  it('leaves the keywords alone when saving the fields fails', async () => {
    const api = fakeService(stored, { [PUT]: refusal(500, 'Down.') });
    expect(await save(api, { lesson: 'New', keywords: [] })).toMatchObject({ kind: 'failed' });
    expect(api.calls).toHaveLength(1);
  });

  it('reports each failed keyword, except those already in the desired state', async () => {
    const api = fakeService(stored, {
      [LINK]: ({ params }: { params: { keyword_id: string } }) =>
        params.keyword_id === 'k2'
          ? refusal(409, 'Association already exists')()
          : refusal(403, 'No right.')(),
      [UNLINK]: refusal(404, 'Association not found'),
    });
    expect(await save(api, { lesson: 'New', keywords: ['k2', 'k3'] })).toMatchObject({
      kind: 'partial',
      keywords: [{ id: 'k3', adding: true, reason: 'No right.' }],
      memory: { lesson: 'New' },
    });
  });

  it('skips the remaining keywords when the connection is lost', async () => {
    const api = fakeService(stored, {
      [LINK]: () => {
        throw new NetworkError(null);
      },
    });
    const result = await save(api, { keywords: ['k1', 'k2', 'k3'] });
    expect(result).toMatchObject({ kind: 'partial', keywords: [{ id: 'k2' }, { id: 'k3' }] });
    expect(recordedInputs(api, LINK)).toHaveLength(1);
  });

  it('returns the newer memory when it changed since the edit began', async () => {
    const api = fakeService({ ...stored, lessons_learned: 'Theirs' }, { [PUT]: refusal(409, 'Changed.') });
    expect(await save(api, { lesson: 'Mine' })).toMatchObject({
      kind: 'conflict',
      theirs: { lesson: 'Theirs' },
    });
  });

  it('counts as saved when the newer memory already has the same text', async () => {
    const api = fakeService({ ...stored, lessons_learned: 'Mine' }, { [PUT]: refusal(409, 'Changed.') });
    expect(await save(api, { lesson: 'Mine', keywords: ['k1', 'k2'] })).toMatchObject({ kind: 'saved' });
    expect(recordedInputs(api, LINK)).toHaveLength(1);
  });
});

describe('readAll', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${from + at}` }));

  it('makes one request for a short list and starts each further one after the last row', async () => {
    const all = rows(0, 2500);
    const ask = jest.fn(async (behind: { id: string } | undefined) => {
      const from = behind ? Number(behind.id) + 1 : 0;
      return all.slice(from, from + MAX_PAGE_SIZE);
    });
    expect(await readAll(ask)).toEqual(all);
    expect(ask.mock.calls).toEqual([[undefined], [{ id: '999' }], [{ id: '1999' }]]);
    ask.mockClear();
    ask.mockResolvedValue(rows(0, 160));
    expect(await readAll(ask)).toHaveLength(160);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('stops when the service ignores the starting row', async () => {
    const ask = jest.fn(async () => rows(0, MAX_PAGE_SIZE));
    expect(await readAll(ask)).toHaveLength(MAX_PAGE_SIZE);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
