import { NetworkError } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import { toDraft, type EditDraft } from '../model/editDraft';
import { toMemory } from '../model/memory';
import { block } from '../testing/rows';
import { recordedInputs, KEYWORDS, refusal, fakeService, type Service } from '../testing/service';
import { saveMemory } from './memory';

const stored = block(1, { keywords: [KEYWORDS[0]] as never });
const base = toMemory(stored);
const PUT = 'PUT /memory-blocks/{id}';
const LINK = 'POST /memory-blocks/{id}/keywords/{keyword_id}';
const UNLINK = 'DELETE /memory-blocks/{id}/keywords/{keyword_id}';

const save = (api: Service, change: Partial<EditDraft>) =>
  saveMemory({ api, scope: PERSONAL_SCOPE }, base, { ...toDraft(base), ...change });

it('saves the fields first, then adds and removes keywords one by one, in the workspace of the block', async () => {
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

it('leaves the keywords alone when the fields could not be saved', async () => {
  const api = fakeService(stored, { [PUT]: refusal(500, 'Down.') });
  expect(await save(api, { lesson: 'New', keywords: [] })).toMatchObject({ kind: 'failed' });
  expect(api.calls).toHaveLength(1);
});

it('reports each keyword that failed, but not those that are already as wanted', async () => {
  const api = fakeService(stored, {
    [LINK]: ({ params }: { params: { keyword_id: string } }) =>
      params.keyword_id === 'k2' ? refusal(409, 'Association already exists')() : refusal(403, 'No right.')(),
    [UNLINK]: refusal(404, 'Association not found'),
  });
  expect(await save(api, { lesson: 'New', keywords: ['k2', 'k3'] })).toMatchObject({
    kind: 'partial',
    keywords: [{ id: 'k3', adding: true, reason: 'No right.' }],
    memory: { lesson: 'New' },
  });
});

it('does not try the other keywords once the connection is gone', async () => {
  const api = fakeService(stored, {
    [LINK]: () => {
      throw new NetworkError(null);
    },
  });
  const result = await save(api, { keywords: ['k1', 'k2', 'k3'] });
  expect(result).toMatchObject({ kind: 'partial', keywords: [{ id: 'k2' }, { id: 'k3' }] });
  expect(recordedInputs(api, LINK)).toHaveLength(1);
});

it('answers the newer memory when it changed since the edit began', async () => {
  const api = fakeService({ ...stored, lessons_learned: 'Theirs' }, { [PUT]: refusal(409, 'Changed.') });
  expect(await save(api, { lesson: 'Mine' })).toMatchObject({
    kind: 'conflict',
    theirs: { lesson: 'Theirs' },
  });
});

it('is saved when the newer memory already has the same text', async () => {
  const api = fakeService({ ...stored, lessons_learned: 'Mine' }, { [PUT]: refusal(409, 'Changed.') });
  expect(await save(api, { lesson: 'Mine', keywords: ['k1', 'k2'] })).toMatchObject({ kind: 'saved' });
  expect(recordedInputs(api, LINK)).toHaveLength(1);
});
