/** @jest-environment node */
import type { Remembered } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL } from '../../testing/recordCalls';
import { body, ids, send } from '../../testing/testApp';

const EDITOR = 'editor@x.test';

onOneEngine('remembering with a duplicate check', (world) => {
  const remember = async (content: string, more: object = {}, headers: Record<string, string> = ALPHA) => {
    const answer = await send(world.app, 'POST /memory-blocks/remember', EDITOR, {
      headers,
      body: { agent_id: ids.agent(1), conversation_id: ids.conversation(8), content, ...more },
    });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return body<Remembered>(answer);
  };
  const count = async () =>
    body<{ total_items: number }>(
      await send(world.app, 'GET /memory-blocks/?limit=1', EDITOR, { headers: ALPHA }),
    ).total_items;

  test('returns the existing memory for an exact duplicate, whatever its white space', async () => {
    const lesson = { lessons_learned: 'Rotate the wombat certificate yearly.' };
    const first = await remember('The wombat certificate expired on a Sunday.', lesson);
    expect(first).toMatchObject({ outcome: 'stored', similar: [], secrets: { found: [] } });
    const before = await count();
    for (const again of [
      'The wombat certificate expired on a Sunday.',
      '  the wombat\ncertificate expired on a  Sunday. ',
    ])
      expect(await remember(again, lesson)).toMatchObject({
        outcome: 'known',
        memory: { id: first.memory.id },
        similar: [],
      });
    expect(await count()).toBe(before);
    const other = await remember('The wombat certificate expired on a Sunday.', {
      lessons_learned: 'Ask the platform team.',
    });
    expect(other.outcome).toBe('stored');
  });

  test('stores the same text once when several clients send it concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => remember('The numbat exporter leaks file handles every night.')),
    );
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['known', 'known', 'known', 'stored']);
    expect(new Set(answers.map(({ memory }) => memory.id)).size).toBe(1);
  });

  test('stores a text that only an archived memory has', async () => {
    const { memory } = await remember('The dugong cache is cleared by hand.');
    await send(world.app, `POST /memory-blocks/${memory.id}/archive`, EDITOR, { headers: ALPHA });
    expect((await remember('The dugong cache is cleared by hand.')).outcome).toBe('stored');
  });

  test('stores near-duplicates and conflicting memories, and reports the existing ones', async () => {
    const { memory: older } = await remember('The okapi session cookie expires after 30 minutes.');
    const contradicting = await remember('The okapi session cookie expires after 45 minutes.');
    expect(contradicting).toMatchObject({
      outcome: 'stored',
      similar: [
        {
          id: older.id,
          relation: 'contradicts',
          statement: 'The okapi session cookie expires after 30 minutes.',
        },
      ],
    });
    const { memory: long } = await remember(
      'Deploys of the tapir service fail while the nightly backup holds the lock on the orders table.',
    );
    const { similar } = await remember(
      'Deploys of the tapir service fail while the nightly backup is holding the lock on the orders table.',
    );
    expect(similar).toMatchObject([{ id: long.id, relation: 'same', statement: null }]);
  });

  test.each([
    [
      'kubectl rollout restart does nothing for a Deployment whose strategy is OnDelete; delete the pods by hand.',
      'kubectl rollout restart has no effect on a Deployment whose strategy is OnDelete: delete its pods by hand.',
    ],
    [
      'Node 20 fetch keeps sockets open, so behind an ALB with 60 s set keepAliveTimeout of the server to 65 s to avoid 502.',
      'Node 20 fetch keeps sockets open, so behind an ALB with 60 s set keepAliveTimeout of the server to 30 s to avoid 502.',
    ],
  ])('reports a memory that the text largely repeats or changes: %s', async (older, newer) => {
    const { memory } = await remember(older, { lessons_learned: older });
    expect(await remember(newer)).toMatchObject({
      outcome: 'stored',
      similar: [{ id: memory.id, title: expect.stringMatching(/^(kubectl|Node 20)/) }],
    });
  });

  test('does not report memories that share only a few words', async () => {
    await remember('The gecko exporter writes its report to the bucket of the billing team every night.');
    expect(
      await remember('The gecko exporter needs the bucket name in its own configuration file.'),
    ).toMatchObject({
      similar: [],
    });
  });

  test('ignores memories of other workspaces', async () => {
    await remember('The kiwi gateway listens on port 7000 behind the proxy.');
    const agent = body<{ agent_id: string }>(
      await send(world.app, 'POST /agents/', EDITOR, { headers: PERSONAL, body: { agent_name: 'Own' } }),
    );
    const own = await remember(
      'The kiwi gateway listens on port 7000 behind the proxy.',
      { agent_id: agent.agent_id },
      PERSONAL,
    );
    expect(own).toMatchObject({ outcome: 'stored', similar: [], memory: { visibility_scope: 'personal' } });
  });

  test('reports secrets by kind and field, and finds duplicates of masked texts', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const text = `The quoll deploy used ${token} by mistake.`;
    expect((await remember(text)).secrets).toEqual({
      mode: 'mark',
      found: [{ field: 'content', kind: expect.any(String) }],
    });
    await send(world.app, 'PUT /secret-policy', 'owner@x.test', { headers: ALPHA, body: { mode: 'mask' } });
    const masked = await remember(`The bilby deploy used ${token} by mistake.`);
    expect(masked.secrets.mode).toBe('mask');
    expect(masked.memory.content).not.toContain(token);
    expect(await remember(`The bilby deploy used ${token} by mistake.`)).toMatchObject({
      outcome: 'known',
      memory: { id: masked.memory.id },
    });
  });

  test('creates a named agent with its first memory, but not when the memory is rejected', async () => {
    const agent = 'Newcomer';
    const named = async () =>
      body<{ agent_name: string }[]>(
        await send(world.app, `GET /agents/search/?query=${agent}`, EDITOR, { headers: ALPHA }),
      ).map(({ agent_name: name }) => name);
    const asNewcomer = { agent_id: undefined, agent_name: agent };
    const refused = await send(world.app, 'POST /memory-blocks/remember', EDITOR, {
      headers: ALPHA,
      body: { ...asNewcomer, conversation_id: ids.conversation(8), content: ' ' },
    });
    expect([refused.statusCode, await named()]).toEqual([422, []]);
    await send(world.app, 'PUT /secret-policy', 'owner@x.test', { headers: ALPHA, body: { mode: 'refuse' } });
    const secret = await send(world.app, 'POST /memory-blocks/remember', EDITOR, {
      headers: ALPHA,
      body: {
        ...asNewcomer,
        conversation_id: ids.conversation(8),
        content: `It used ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}.`,
      },
    });
    expect([secret.statusCode, await named()]).toEqual([422, []]);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => remember(`The ibis ferry leaves at ${n}.`, { ...asNewcomer })),
    );
    expect(new Set(answers.map(({ memory }) => memory.agent_id)).size).toBe(1);
    const again = await remember('The heron ferry leaves at noon.', {
      ...asNewcomer,
      agent_name: 'newcomer',
    });
    expect(again.memory).toMatchObject({ agent_id: answers[0]!.memory.agent_id, agent_name: agent });
    expect(await named()).toEqual([agent]);
  });
});
