/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Change } from '@hindsight/shared-contracts/api';
import { changeAgent, findAgent, insertAgent } from '../../features/agents/queries/agentWrites';
import { addBlocks } from '../../features/memoryRows';
import { insertNotification } from '../../features/notifications/queries/notificationWrites';
import { insertInvitation } from '../../features/organizations/queries/invitations';
import { deleteMember, insertMember } from '../../features/organizations/queries/members';
import type { Person } from '../auth/rules/principal';
import type { Handle } from '../database/database';
import { insertJob } from '../jobs/jobs';
import { MAX_STREAMS_OF_PERSON } from './hub';
import { changesSince, deleteOldChanges, readPosition } from './events';
import { onOneEngine } from '../../testing/engines';
import { openEvents } from '../../testing/eventStream';
import type { OpenStream } from '../../testing/eventStream';
import { as, body, ids, send, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };

onOneEngine('the change stream', (world) => {
  let url = '';
  const open: OpenStream[] = [];

  beforeAll(async () => {
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => open.splice(0).forEach((stream) => stream.close()));

  async function listen(email: string | null, headers: Record<string, string> = {}): Promise<OpenStream> {
    const stream = await openEvents(url, email, headers);
    open.push(stream);
    return stream;
  }
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));

  async function remember(content = 'news'): Promise<string> {
    const response = await send(world.app, 'POST /memory-blocks/', 'editor@x.test', {
      headers: ALPHA,
      body: { agent_id: ids.agent(1), conversation_id: randomUUID(), content },
    });
    return body<{ id: string }>(response).id;
  }
  const describeAgain = async (handle: Handle, n: number) => {
    const agent = await findAgent(handle, ids.agent(n), 'update');
    if (agent) await changeAgent(handle, agent, { description: randomUUID() });
  };
  const write = (work: (handle: Handle) => Promise<unknown>) => world.database.write(SYSTEM, work);
  /** A later change visible to everyone who may see anything, to end the wait. */
  const mark = () => write((handle) => describeAgain(handle, 0));
  const isMark = (change: Change) => change.kind === 'agents' && change.scope === 'public';
  const memories = (changes: Change[]) => changes.filter(({ kind }) => kind === 'memories');

  test('sends a new memory only to those who may read it, without any of its text', async () => {
    const people = ['viewer@x.test', 'root@x.test', 'stranger@x.test', 'blind@x.test'];
    const streams = await Promise.all(people.map((email) => listen(email)));
    const waiting = await listen('waiting@x.test');
    expect(streams[0]?.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const id = await remember('the secret of Alpha');
    await mark();
    const seen = await Promise.all(streams.map((stream) => stream.changesUntil(isMark)));
    const news = {
      kind: 'memories',
      scope: 'organization',
      organization_id: ids.alphaOrg,
      ids: [id],
      added: 1,
      changed: 0,
      removed: 0,
    };
    expect(seen.map(memories)).toEqual([[news], [news], [], []]);
    expect(streams.map((stream) => stream.text()).join()).not.toContain('secret');
    expect(waiting.events.flatMap(({ changes }) => changes)).toEqual([]);
  });

  test('counts a bulk change as one, and reports reads as a separate kind of change', async () => {
    const stream = await listen('editor@x.test');
    const insertion = sql`insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
      select ${ids.agent(1)}, gen_random_uuid(), 'bulk ' || n, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, 250) as n`;
    await write((handle) => addBlocks(handle, insertion, [], ids.alphaOrg));
    const token = await tokenFor(world.app, 'editor@x.test');
    await world.app.inject({
      url: `/memory-blocks/${ids.block(1)}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const changes = await stream.changesUntil(({ kind }) => kind === 'retrievals');
    const added = memories(changes).filter((change) => change.added > 0);
    expect(added.map((change) => [change.added, change.ids.length])).toEqual([[250, 100]]);
    expect(changes.filter(({ kind }) => kind === 'retrievals')).toMatchObject([
      { ids: [ids.block(1)], changed: 1 },
    ]);
  });

  test('does not send rolled-back changes', async () => {
    const stream = await listen('editor@x.test');
    const failing = world.database.write(SYSTEM, async (handle) => {
      await describeAgain(handle, 1);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await mark();
    const changes = await stream.changesUntil(isMark);
    expect(changes.filter(({ scope }) => scope === 'organization')).toEqual([]);
  });

  test('stops sending an organization’s changes when the membership ends, and notifies only that person', async () => {
    const rights = { role: 'viewer', canRead: true, canWrite: false } as const;
    await write((handle) => insertMember(handle, ids.betaOrg, ids.user(3), rights));
    const [leaver, other] = await Promise.all([listen('viewer@x.test'), listen('stranger@x.test')]);
    const change = () => write((handle) => describeAgain(handle, 2));
    await change();
    await leaver.changesUntil(({ organization_id }) => organization_id === ids.betaOrg);
    const before = leaver.events.length;
    await write((handle) => deleteMember(handle, ids.betaOrg, ids.user(3)));
    await change();
    await mark();
    await leaver.changesUntil(isMark);
    const after = leaver.events.slice(before).flatMap(({ changes }) => changes);
    expect(after.filter((change) => !isMark(change))).toMatchObject([{ kind: 'access', ids: [ids.betaOrg] }]);
    const others = await other.changesUntil(isMark);
    expect(others.filter(({ kind }) => kind === 'access')).toEqual([]);
  });

  test('sends jobs and notifications to their person, and invitations to those who manage', async () => {
    const emails = ['viewer@x.test', 'admin@x.test'];
    const streams = await Promise.all(emails.map((email) => listen(email)));
    await write(async (handle) => {
      const told = { userId: ids.user(3), eventType: 'org_invitation', title: 't', message: 'm' } as const;
      await insertNotification(handle, told);
      const viewer = { kind: 'person', userId: ids.user(3) } as Person;
      await insertJob(handle, viewer, { kind: 'pruning', options: {}, items: [] }, randomUUID());
      const invited = { organizationId: ids.alphaOrg, email: 'new@x.test', role: 'viewer' } as const;
      await insertInvitation(handle, { ...invited, invitedByUserId: ids.user(0), tokenHash: 'x' });
    });
    await mark();
    const kinds = await Promise.all(
      streams.map(async (stream) => (await stream.changesUntil(isMark)).map(({ kind }) => kind)),
    );
    expect(kinds.map((all) => all.filter((kind) => kind !== 'agents').sort())).toEqual([
      ['jobs', 'notifications'],
      ['invitations'],
    ]);
  });

  test('resumes after the client’s last event and sends each change once, even if a transaction was open in between', async () => {
    const first = await listen('editor@x.test');
    let finish = () => undefined as void;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const isServer = world.engine === 'PostgreSQL';
    // The embedded engine runs one transaction at a time.
    const slow = isServer
      ? world.database.write(SYSTEM, async (handle) => {
          const place = {
            visibilityScope: 'organization',
            ownerUserId: null,
            organizationId: ids.alphaOrg,
          } as const;
          await insertAgent(handle, { name: 'slow', description: null, place, actorUserId: ids.user(0) });
          await held;
        })
      : Promise.resolve();
    const known = await remember('seen');
    await first.changesUntil((change) => change.ids.includes(known));
    const { id } = first.events.at(-1) ?? { id: '' };
    first.close();
    const missed = await remember('missed');
    finish();
    await slow;
    const second = await listen('editor@x.test', { 'last-event-id': id });
    const [ready] = second.events;
    expect(ready?.event).toBe('ready');
    expect(memories(ready?.changes ?? []).flatMap((change) => change.ids)).toEqual([missed]);
    if (isServer)
      expect(ready?.changes.filter(({ kind }) => kind === 'agents')).toMatchObject([{ added: 1 }]);
    const next = await remember('next');
    const changes = await second.changesUntil((change) => change.ids.includes(next));
    expect(memories(changes).flatMap((change) => change.ids)).toEqual([missed, next]);
  });

  test('resets a client that resumes too late or from another database', async () => {
    const { position } = await changesSince(world.database, undefined);
    const [xmin = 0, xmax = 0] = position.snapshot.split(':').map(Number);
    const ids = [
      `${position.at - 3600}-${position.snapshot}`,
      `${position.at}-${xmin + 100000}:${xmax + 100000}:`,
      'nonsense',
      `${position.at}-5:1:`,
    ];
    const streams = await Promise.all(ids.map((id) => listen('editor@x.test', { 'last-event-id': id })));
    expect(streams.map(({ events }) => events[0]?.event)).toEqual(['reset', 'reset', 'reset', 'reset']);
    expect(streams.map(({ events }) => readPosition(events[0]?.id ?? '') !== undefined)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('deletes changes older than an hour', async () => {
    await run(sql`update events set created_at = now() - interval '61 minutes'`);
    await mark();
    await deleteOldChanges(world.database);
    const { rows } = await run(sql`select count(*)::int as kept from events`);
    expect(rows).toEqual([{ kept: 1 }]);
  });

  test('rejects guests and tokens, and a person with too many streams until one of them ends', async () => {
    const token = await tokenFor(world.app, 'editor@x.test');
    const refused = [await listen(null), await listen(null, { authorization: `Bearer ${token}` })];
    expect(refused.map(({ status }) => status)).toEqual([401, 401]);
    const streams = await Promise.all(
      Array.from({ length: MAX_STREAMS_OF_PERSON }, () => listen('owner@x.test')),
    );
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const tooMany = await listen('owner@x.test');
    expect([tooMany.status, tooMany.text()]).toEqual([
      429,
      expect.stringContaining('You have too many live connections open.'),
    ]);
    expect((await listen('admin@x.test')).status).toBe(200);
    streams[0]?.close();
    const again = await until(
      () => listen('owner@x.test'),
      ({ status }) => status === 200,
    );
    expect(again.events[0]?.event).toBe('ready');
  });

  test('ends the streams of a session only for its own sign-out, reported by the gateway', async () => {
    const session = { 'x-auth-request-session': 'a name' };
    const stream = await listen('editor@x.test', session);
    const { 'x-gateway-secret': _secret, ...withoutGateway } = as('editor@x.test');
    for (const headers of [
      { ...withoutGateway, ...session },
      { ...as(null), ...session },
      as('editor@x.test'),
    ])
      expect((await world.app.inject({ method: 'POST', url: '/sessions/ended', headers })).statusCode).toBe(
        403,
      );
    await mark();
    await stream.changesUntil(isMark);
    expect(stream.isOver()).toBe(false);
    const headers = { ...as('editor@x.test'), ...session };
    expect((await world.app.inject({ method: 'POST', url: '/sessions/ended', headers })).statusCode).toBe(
      204,
    );
    await until(() => Promise.resolve(stream.isOver()), Boolean);
    expect((await listen('editor@x.test', session)).status).toBe(401);
  });

  test('ends its streams when the service stops', async () => {
    const stream = await listen('editor@x.test');
    await world.app.close();
    await until(() => Promise.resolve(stream.isOver()), Boolean);
    expect(stream.isOver()).toBe(true);
  });
});
