/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { AuditEntry, Invitation } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

onOneEngine('the audit trail of an organization', (world) => {
  const { call, outcome } = peopleCalls(world);
  const records = recordCalls(world);
  const alpha = `/organizations/${ids.alphaOrg}`;
  const read = (query = '', email = 'owner@x.test') =>
    get(world.app, `/audits/?organization_id=${ids.alphaOrg}&${query}`, email);
  const entries = async (query = '', email?: string) => body<AuditEntry[]>(await read(query, email));
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write({ kind: 'system' }, (handle) => handle.execute(statement));

  test('names who changed whose role, also when the member has left', async () => {
    const viewer = ids.user(3);
    await run(sql`update users set display_name = 'Vera Viewer' where id = ${viewer}`);
    await run(sql`update users set display_name = '' where id = ${ids.user(0)}`);
    await call(`PUT ${alpha}/members/${viewer}`, 'owner@x.test', { role: 'editor' });
    await call(`DELETE ${alpha}/members/${viewer}`, 'owner@x.test');
    const named = { actor_name: 'owner@x.test', target_name: 'Vera Viewer' };
    expect(await entries('kind=members')).toMatchObject([
      { action_type: 'member_remove', ...named },
      { action_type: 'member_role_change', metadata: { old_role: 'viewer', new_role: 'editor' }, ...named },
    ]);
    expect((await read('', 'viewer@x.test')).statusCode).not.toBe(200);
  });

  test('filters by kind and person, and refuses a kind that it does not know', async () => {
    await call(`PUT ${alpha}/members/${ids.user(2)}`, 'admin@x.test', { role: 'admin' });
    await records.stored();
    const actions = async (query: string) => (await entries(query)).map((entry) => entry.action_type);
    expect(await actions('kind=memories')).toEqual(['memory_create']);
    expect(await actions(`user_id=${ids.user(1)}`)).toEqual(['member_role_change']);
    expect(await actions(`user_id=${ids.user(1)}&kind=members`)).toEqual(['member_role_change']);
    expect(await actions(`user_id=${ids.user(1)}&kind=memories`)).toEqual([]);
    const [newest] = await entries('kind=memories');
    const at = encodeURIComponent(newest!.created_at);
    expect(await actions(`kind=memories&since=${at}`)).toEqual(['memory_create']);
    expect(await actions('kind=memories&until=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await read('kind=cats')).statusCode).toBe(422);
    expect(await outcome(`GET /audits/?organization_id=${ids.alphaOrg}`, 'blind@x.test')).toEqual([
      403,
      expect.any(String),
    ]);
  });

  test('shows the title of a memory while it is in the organization, and no more of it afterwards', async () => {
    const { id } = await records.stored({ content: 'Retry the gateway twice' });
    const about = () => entries(`target_id=${id}`);
    expect((await about()).map((entry) => entry.target_name)).toEqual(['Retry the gateway twice']);
    await run(sql`update memory_blocks set visibility_scope = 'personal', organization_id = null,
      owner_user_id = ${ids.user(2)}, content = 'My own thoughts' where id = ${id}`);
    for (const email of ['owner@x.test', 'root@x.test']) {
      const trail = await read(`target_id=${id}`, email);
      expect(body<AuditEntry[]>(trail)).toMatchObject([{ target_name: null }]);
      expect(trail.body).not.toContain('My own thoughts');
    }
  });

  test('says which entries one request wrote, and which another did at the same moment', async () => {
    const first = await records.stored({ content: 'One' });
    const second = await records.stored({ content: 'Two' });
    const { statusCode } = await records.call('POST /memory-blocks/bulk-archive', 'editor@x.test', {
      memory_block_ids: [first.id, second.id],
    });
    expect(statusCode).toBe(200);
    const transactions = async (action: string) =>
      (await entries('kind=memories'))
        .filter((entry) => entry.action_type === action && [first.id, second.id].includes(entry.target_id!))
        .map((entry) => entry.transaction_id);
    const created = await transactions('memory_create');
    expect([created.length, new Set(created).size]).toEqual([2, 2]);
    const archived = await transactions('memory_archive');
    expect([archived.length, new Set(archived).size]).toEqual([2, 1]);
    // The id of an entry: the database's number would count the writes of all workspaces.
    expect((await entries('kind=memories')).map((entry) => entry.id)).toContain(archived[0]);
  });

  test('keeps the name that a keyword had in the organization', async () => {
    const keyword = body<{ keyword_id: string }>(
      await records.call('POST /keywords/', 'editor@x.test', { keyword_text: 'pelican' }),
    );
    await run(sql`update keywords set visibility_scope = 'personal', organization_id = null,
      owner_user_id = ${ids.user(2)}, text = 'private' where id = ${keyword.keyword_id}`);
    expect(await entries('kind=keywords')).toMatchObject([
      { action_type: 'keyword_create', target_name: 'pelican' },
    ]);
  });

  test('shows someone who declines by the address that was invited', async () => {
    await run(sql`update users set display_name = 'Sally Stranger' where email = 'stranger@x.test'`);
    const { id } = body<Invitation>(
      await call(`POST ${alpha}/invitations`, 'owner@x.test', { email: 'stranger@x.test', role: 'viewer' }),
    );
    await call(`POST ${alpha}/invitations/${id}/decline`, 'stranger@x.test');
    const trail = await read('kind=invitations');
    expect(body<AuditEntry[]>(trail)).toMatchObject([
      { action_type: 'invitation_decline', actor_name: 'stranger@x.test', target_name: 'stranger@x.test' },
      { action_type: 'invitation_create', target_name: 'stranger@x.test' },
    ]);
    expect(trail.body).not.toContain('Sally');
  });
});
