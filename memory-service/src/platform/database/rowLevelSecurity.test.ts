/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { GUEST } from '../auth/rules/principal';
import type { Principal } from '../auth/rules/principal';
import { onEveryEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { ids } from '../../testing/testApp';

onEveryEngine('row-level security', (world) => {
  const person = (email: string) => findPerson(world.database, email);
  const token = async (email: string, organizationId: string | null, scopes = ['read', 'write']) => {
    const owner = await person(email);
    const memberships = owner.memberships.filter(
      (membership) => organizationId === null || membership.organization_id === organizationId,
    );
    const isSuperadmin = owner.isSuperadmin && organizationId === null;
    const about = { id: ids.user(99), tokenId: '0'.repeat(16), name: 't', scopes, organizationId };
    return { ...owner, kind: 'token', memberships, isSuperadmin, token: about } as const;
  };
  /** Numbers of the blocks that a query WITHOUT any condition shows. */
  const seen = async (principal: Principal, table = 'memory_blocks', first = 0x2000) => {
    const { rows } = await world.database.read(principal, (handle) =>
      handle.execute<{ id: string }>(sql`select id from ${sql.raw(table)} order by id`),
    );
    return rows.map((row) => Number.parseInt(row.id.slice(-4), 16) - first);
  };

  test.each([
    ['owner@x.test', [0, 1, 3, 5, 6]],
    ['viewer@x.test', [0, 1, 5, 6]],
    ['blind@x.test', [0]],
    ['stranger@x.test', [0, 4]],
    ['root@x.test', [0, 1, 2, 3, 4, 5, 6]],
  ])('%s sees only the own rows without any condition', async (email, expected) => {
    expect(await seen(await person(email))).toEqual(expected);
    const agents = expected.filter((n) => n < 5);
    expect(await seen(await person(email), 'agents', 0x1000)).toEqual(agents);
  });

  test('guests see public rows, tokens what their limits leave', async () => {
    expect(await seen(GUEST)).toEqual([0]);
    expect(await seen(GUEST, 'personal_access_tokens')).toEqual([]);
    expect(await seen(await token('owner@x.test', null))).toEqual([0, 1, 3, 5, 6]);
    expect(await seen(await token('owner@x.test', ids.alphaOrg))).toEqual([0, 1, 5, 6]);
    expect(await seen(await token('root@x.test', ids.alphaOrg))).toEqual([0]);
  });

  test.each([
    ['another one’s personal row', 'owner@x.test', 4],
    ['a foreign organization', 'owner@x.test', 2],
    ['an organization that may only be read', 'viewer@x.test', 1],
    ['a public row', 'editor@x.test', 0],
  ])('%s cannot be changed or deleted, whatever the query says', async (_name, email, n) => {
    const principal = await person(email);
    const change = world.database.write(principal, (handle) =>
      handle.execute(sql`update memory_blocks set content = 'stolen' where id = ${ids.block(n)}`),
    );
    const outcome = await change.then(
      (result) => result.rowCount,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
    expect([0, '42501']).toContain(outcome);
    const removal = await world.database.write(principal, (handle) =>
      handle.execute(sql`delete from memory_blocks where id = ${ids.block(n)}`),
    );
    expect(removal.rowCount).toBe(0);
  });

  test('a row cannot be given to a workspace that its writer may not write', async () => {
    const editor = await person('editor@x.test');
    for (const home of [
      sql`visibility_scope = 'organization', organization_id = ${ids.betaOrg}`,
      sql`visibility_scope = 'public', organization_id = null`,
      sql`visibility_scope = 'personal', organization_id = null, owner_user_id = ${ids.user(0)}`,
    ]) {
      const attempt = world.database.write(editor, (handle) =>
        handle.execute(sql`update memory_blocks set ${home} where id = ${ids.block(1)}`),
      );
      await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
    }
    const reader = await token('editor@x.test', null, ['read']);
    const attempt = world.database.write(reader, (handle) =>
      handle.execute(sql`update memory_blocks set content = 'x' where id = ${ids.block(1)}`),
    );
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('the next transaction of the same connection is the service again', async () => {
    await seen(GUEST);
    const { rows } = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute<{ total: number }>(sql`select count(*)::int as total from memory_blocks`),
    );
    expect(rows[0]?.total).toBe(7);
  });
});
