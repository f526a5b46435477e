/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import type { Feedback, MemoryBlock, ReviewItem } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, ids, send, tokenFor } from '../../testing/testApp';

const OWNER = 'owner@x.test';
const EDITOR = 'editor@x.test';
const HOME = `scope=organization&organization_id=${ids.alphaOrg}`;

onOneEngine('judgements about memories', (world) => {
  const stored = async (): Promise<string> => {
    const made = { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'a plover' };
    return body<MemoryBlock>(await send(world.app, `POST /memory-blocks/?${HOME}`, OWNER, { body: made })).id;
  };
  const judge = async (id: string, judgement: object, email = OWNER, options: object = {}) => {
    const answer = await send(world.app, `POST /memory-blocks/${id}/feedback/?${HOME}`, email, {
      body: judgement,
      headers: { prefer: 'unrated=null' },
      ...options,
    });
    return { block: body<MemoryBlock>(answer), id: String(answer.headers['x-feedback-id']) };
  };
  const call = (key: string, email = OWNER, payload?: object) =>
    send(world.app, key.includes('?') ? key : `${key}?${HOME}`, email, {
      headers: { prefer: 'unrated=null' },
      ...(payload && { body: payload }),
    });
  const log = async (id: string) =>
    body<{ items: Feedback[]; total_items: number }>(await call(`GET /memory-blocks/${id}/feedback/`));
  const state = async (id: string) => {
    const { feedback_score: score, problem } = body<MemoryBlock>(await call(`GET /memory-blocks/${id}`));
    return [score, problem];
  };

  const waiting = async (id: string) => {
    const answer = await call(`GET /review-items/?${HOME}&limit=200&kind=feedback`);
    return body<{ items: ReviewItem[] }>(answer).items.filter((item) => item.memory_block_ids.includes(id));
  };

  test('a mark is kept with its reason and its author, and is found by the filter', async () => {
    const id = await stored();
    const { block, id: feedbackId } = await judge(id, {
      feedback_type: 'negative',
      problem: 'wrong',
      feedback_details: 'The port is 8443.',
    });
    expect(block).toMatchObject({ problem: 'wrong', feedback_score: 49 });
    expect(await log(id)).toMatchObject({
      total_items: 1,
      items: [
        {
          id: feedbackId,
          problem: 'wrong',
          details: 'The port is 8443.',
          actor_name: OWNER,
          feedback_type: 'negative',
        },
      ],
    });
    expect(await waiting(id)).toMatchObject([{ reason: 'wrong: The port is 8443.' }]);
    const found = await call(`GET /memory-blocks/?${HOME}&feedback=wrong&search_query=plover`);
    expect(body<{ items: MemoryBlock[] }>(found).items.map((one) => one.id)).toContain(id);
  });

  test('a judgement is taken back whole, also at the ends of the score', async () => {
    const id = await stored();
    const first = await judge(id, { feedback_type: 'negative', problem: 'outdated' });
    expect(await state(id)).toEqual([49, 'outdated']);
    await call(`DELETE /memory-blocks/${id}/feedback/${first.id}`);
    expect(await state(id)).toEqual([null, null]);
    await call(`PUT /memory-blocks/${id}`, OWNER, { feedback_score: 100 });
    const helpful = await judge(id, { feedback_type: 'positive' });
    expect(helpful.block.feedback_score).toBe(100);
    await call(`DELETE /memory-blocks/${id}/feedback/${helpful.id}`);
    expect(await state(id)).toEqual([100, null]);
  });

  test('of several marks the one before comes back', async () => {
    const id = await stored();
    await judge(id, { feedback_type: 'negative', problem: 'wrong' });
    const second = await judge(id, { feedback_type: 'negative', problem: 'outdated' }, EDITOR);
    expect(await state(id)).toEqual([48, 'outdated']);
    expect((await call(`DELETE /memory-blocks/${id}/feedback/${second.id}`, OWNER)).statusCode).toBe(404);
    await call(`DELETE /memory-blocks/${id}/feedback/${second.id}`, EDITOR);
    expect(await state(id)).toEqual([49, 'wrong']);
  });

  test('a mark is resolved without a rating, or by a correction of the text', async () => {
    const id = await stored();
    const mark = () => judge(id, { feedback_type: 'negative', problem: 'wrong' });
    await mark();
    await judge(id, { feedback_type: 'neutral', problem: null });
    expect(await state(id)).toEqual([49, null]);
    expect((await log(id)).items[0]).toMatchObject({ problem: 'resolved' });
    await mark();
    await call(`PUT /memory-blocks/${id}`, OWNER, { priority: 'high' });
    expect(await state(id)).toEqual([48, 'wrong']);
    await call(`PUT /memory-blocks/${id}`, OWNER, { lessons_learned: 'The port is 8443.' });
    expect(await state(id)).toEqual([48, null]);
  });

  test('what is marked waits in the inbox until the mark is gone, whatever else of the memory changes', async () => {
    const id = await stored();
    const mark = () => judge(id, { feedback_type: 'negative', problem: 'wrong' });
    const change = (given: object) => call(`PUT /memory-blocks/${id}`, OWNER, given);
    await mark();
    const [item] = await waiting(id);
    const link = { external_history_link: 'https://x.test/1' };
    for (const given of [{ priority: 'high' }, { category: 'cache' }, link]) {
      await change(given);
      expect(await waiting(id)).toEqual([item]);
    }
    await change({ archived: true });
    expect(await waiting(id)).toEqual([]);
    await change({ archived: false });
    await judge(id, { feedback_type: 'positive' }, EDITOR);
    expect(await waiting(id)).toEqual([item]);
    const decision = { verdict: 'reject', items: [{ kind: 'feedback', id: item?.id }] };
    expect(body(await call('POST /review-items/decide', OWNER, decision))).toMatchObject({
      results: [{ success: true }],
    });
    expect(await waiting(id)).toEqual([]);
    await mark();
    expect(await waiting(id)).toHaveLength(1);
    await judge(id, { feedback_type: 'neutral', problem: null });
    expect(await waiting(id)).toEqual([]);
    await mark();
    await change({ content: 'a corrected plover' });
    expect(await waiting(id)).toEqual([]);
  });

  test('its words are changed by its author alone', async () => {
    const id = await stored();
    const { id: feedbackId } = await judge(id, { feedback_type: 'negative', problem: 'wrong' });
    const key = `PATCH /memory-blocks/${id}/feedback/${feedbackId}`;
    expect((await call(key, EDITOR, { feedback_details: 'x' })).statusCode).toBe(404);
    expect((await call(key, OWNER, { feedback_details: 'since v2' })).statusCode).toBe(200);
    expect((await log(id)).items[0]?.details).toBe('since v2');
  });

  test('an agent marks with its token, and readers see the log', async () => {
    const id = await stored();
    const token = await tokenFor(world.app, OWNER, ['read', 'write'], ids.alphaOrg);
    await judge(id, { feedback_type: 'negative', problem: 'outdated' }, OWNER, { token });
    expect(await state(id)).toEqual([49, 'outdated']);
    expect((await call(`GET /memory-blocks/${id}/feedback/`, 'viewer@x.test')).statusCode).toBe(200);
    expect((await call(`GET /memory-blocks/${id}/feedback/`, 'stranger@x.test')).statusCode).toBe(404);
  });
});
