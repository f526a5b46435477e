/** @jest-environment node */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { type Asked, storedMemory, toolsOver } from '../testing/toolsOver';

const OLD = storedMemory();
const NEWER = storedMemory({ id: '0a1b2c3d-0000-4000-8000-000000000004' });
const OTHER = '0a1b2c3d-0000-4000-8000-000000000005';
const args = { memory_block_id: OLD.id, content: 'x', lessons_learned: 'y' };

const conflict = (current: object) =>
  new ApiError(409, 'Someone else has changed it.', JSON.stringify({ current }), 'edit_conflict');
const superseded = (by: string) => storedMemory({ archived: true, metadata_col: { superseded_by: by } });

/** A service whose updates of the older memory are answered in turn, and the calls that change something. */
async function updating(...answers: unknown[]) {
  const calls: [string, Asked][] = [];
  const tools = await toolsOver((key, asked) => {
    if (key.startsWith('GET')) return OLD;
    calls.push([key, asked]);
    if (key.startsWith('POST')) return NEWER;
    if (key.startsWith('DELETE')) return null;
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { ...tools, calls };
}

it('keeps what someone else changed in the older memory meanwhile', async () => {
  const changed = storedMemory({ updated_at: '2026-02-02T00:00:00Z', metadata_col: { run: 7 } });
  const { call, calls } = await updating(conflict(changed), superseded(NEWER.id));
  expect((await call('supersede_memory', args)).text).toContain(
    `Recorded as ${NEWER.id}; ${OLD.id} is archived`,
  );
  expect(calls.map(([, { body }]) => body?.['expected_updated_at'])).toEqual([
    undefined,
    OLD.updated_at,
    changed.updated_at,
  ]);
  expect(calls.at(-1)![1].body).toMatchObject({ metadata_col: { run: 7, superseded_by: NEWER.id } });
});

it('takes its memory back where someone else was faster', async () => {
  const { call, calls } = await updating(conflict(superseded(OTHER)));
  const { isError, text } = await call('supersede_memory', args);
  expect(isError).toBe(true);
  expect(text).toMatch(new RegExp(`already superseded by ${OTHER}: .* Nothing was recorded\\.$`));
  expect(calls.at(-1)).toEqual([
    'DELETE /memory-blocks/{id}/hard-delete',
    expect.objectContaining({ params: { id: NEWER.id } }),
  ]);
});

it('says so when the older memory cannot be archived', async () => {
  const { call, calls } = await updating(new ApiError(403, 'Forbidden', '', null));
  expect(await call('supersede_memory', args)).toMatchObject({
    isError: false,
    text: expect.stringContaining(`Recorded as ${NEWER.id}, but ${OLD.id} could not be archived: Forbidden.`),
  });
  expect(calls).toHaveLength(2);
});

it.each([
  ['the agent that the call names', { agent_id: OTHER }, NEWER.id, OTHER],
  ['the caller', {}, OTHER, OTHER],
  ['the author of the older memory, where the caller is no agent', {}, null, OLD.agent_id],
])('records the newer memory under %s', async (_whose, more, agentId, expected) => {
  const bodies: unknown[] = [];
  const { call } = await toolsOver(
    (key, { body }) => {
      if (key.startsWith('POST')) bodies.push(body);
      return key.startsWith('GET') ? OLD : NEWER;
    },
    { agentId },
  );
  await call('supersede_memory', { ...args, ...more });
  expect(bodies).toEqual([expect.objectContaining({ agent_id: expected })]);
});
