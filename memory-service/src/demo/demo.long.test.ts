/** @jest-environment node */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { AgentActivity, Notification } from '@hindsight/shared-contracts/api';
import { readInvitationLink } from '@hindsight/shared-contracts/rules';
import { DEMO_ORGANIZATIONS, DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import type { Database } from '../platform/database/database';
import { body, get, testApp } from '../testing/testApp';
import { buildService, openEmbedded, temporaryFolder } from '../testing/testDatabase';
import { blockSource } from './blocks';
import { seedDemo } from './seed';
import { generateDuplicates } from './duplicates';
import { generateSuggestions } from './suggestions';

const NOW = new Date('2026-06-01T12:00:00Z');
const BLOCKS = 1200;
const name = (key: string): string | undefined => DEMO_ORGANIZATIONS.find((one) => one.key === key)?.name;

test('writes the same blocks for the same seed, and others for another seed', () => {
  const take = (seed: number) => {
    const source = blockSource(seed, NOW);
    return Array.from({ length: 50 }, (_, index) => source.next(index));
  };
  expect(take(7)).toEqual(take(7));
  expect(take(7)[0]?.block.id).not.toBe(take(8)[0]?.block.id);
});

test('rarely repeats titles, apart from intended duplicates', () => {
  const source = blockSource(1, NOW);
  const titles = Array.from({ length: BLOCKS }, (_, index) => source.next(index).lesson.headline);
  expect(new Set(titles).size).toBeGreaterThan(BLOCKS * 0.85);
});

test('gives duplicates the same beginning and different endings', () => {
  const repeats = generateDuplicates(1, NOW);
  const owners = new Set(repeats.map(({ block }) => block['owner_user_id']));
  expect(owners.size).toBe(3);
  for (const owner of owners) {
    const texts = repeats
      .filter(({ block }) => block['owner_user_id'] === owner)
      .map(({ block }) => String(block['content']));
    expect(new Set(texts.map((text) => text.slice(0, 100))).size).toBe(1);
    expect(new Set(texts).size).toBeGreaterThan(1);
  }
});

test('describes one incident in different words in the originals of a suggestion', () => {
  for (const { originals, suggestion } of generateSuggestions(1, NOW)) {
    expect(suggestion['generated_by']).toBe('deterministic');
    expect(new Set(originals.map(({ lesson }) => lesson.headline)).size).toBe(1);
    expect(new Set(originals.map(({ block }) => block['organization_id'])).size).toBe(1);
  }
});

describe('in a database', () => {
  let database: Database;
  const folder = temporaryFolder();
  const progress: [number, number][] = [];
  const options = {
    blocks: BLOCKS,
    seed: 1,
    now: new Date(),
    onProgress: (done: number, total: number) => void progress.push([done, total]),
  };
  const one = async (query: string): Promise<Record<string, unknown>> =>
    database.read({ kind: 'system' }, async (handle) => {
      const [row] = (await handle.execute(sql.raw(query))).rows;
      return row ?? {};
    });

  beforeAll(async () => {
    await buildService();
    database = await openEmbedded(folder);
    await seedDemo(database, options);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('contains the promised variety of rows', async () => {
    const facts = await one(`select count(*)::int as blocks,
        count(distinct visibility_scope)::int as scopes,
        count(*) filter (where archived)::int as archived,
        count(*) filter (where length(content) > 20000)::int as long,
        count(*) filter (where errors is not null)::int as errors,
        count(*) filter (where retrieval_count = 0 and feedback_score <= 25)::int as stale,
        max(feedback_score) - min(feedback_score) as spread,
        (select count(*)::int from agents) as agents,
        (select count(*)::int from organizations) as organizations,
        (select count(*)::int from users) as users,
        (select count(*)::int from proposals) as suggestions,
        (select count(distinct state)::int from proposals) as statuses,
        (select count(distinct event_type)::int from notifications) as kinds
      from memory_blocks`);
    expect(facts).toMatchObject({ blocks: BLOCKS, scopes: 3, agents: 12, organizations: 3, users: 8 });
    expect(facts).toMatchObject({ suggestions: 32, statuses: 3, kinds: 6, spread: 100 });
    for (const key of ['archived', 'long', 'errors', 'stale']) expect(facts[key]).toBeGreaterThan(5);
    expect(progress.at(-1)).toEqual([BLOCKS, BLOCKS]);
  });

  test('has agents that read, write, choose, miss and are refused, and silent ones in an inactive organization', async () => {
    const app = testApp(database, {});
    const owner = DEMO_PEOPLE.find(({ memberships }) => memberships.larkspur === 'owner')?.email;
    const recordedCalls = async (kind: string) => {
      const page = await get(app, `/agent-activity/?scope=organization&limit=100&kind=${kind}`, owner);
      return body<{ items: AgentActivity[] }>(page).items;
    };
    for (const kind of ['write', 'refused']) expect(await recordedCalls(kind)).not.toEqual([]);
    const read = await recordedCalls('read');
    expect(read.some(({ memories }) => memories.some(({ chosen }) => chosen))).toBe(true);
    expect(read.some(({ hits }) => hits === 0)).toBe(true);
    await app.close();
    const latest = await one(`select extract(day from now() - max(call.created_at))::int as closed
      from agent_activity as call join organizations on organizations.id = call.organization_id where not is_active`);
    expect(latest['closed']).toBeGreaterThanOrEqual(12);
  });

  test('shows every person something that fits their role', async () => {
    const app = testApp(database, { ADMIN_EMAILS: 'superadmin@demo.hindsight.local' });
    for (const person of DEMO_PEOPLE) {
      const blocks = await get(app, '/memory-blocks?scope=organization&limit=1', person.email);
      expect([person.email, blocks.statusCode]).toEqual([
        person.email,
        person.betaAccessStatus === 'accepted' ? 200 : 403,
      ]);
      const bell = body<{ unread_count: number; total_count: number }>(
        await get(app, '/notifications/', person.email),
      );
      const belongs = Object.keys(person.memberships).length > 0;
      if (belongs) expect(bell.unread_count).toBeGreaterThan(0);
      expect(bell.total_count).toBe(belongs ? bell.total_count : 0);
    }
    await app.close();
  });

  test('has notifications about real events, with links that work for their recipients', async () => {
    const app = testApp(database, { ADMIN_EMAILS: 'superadmin@demo.hindsight.local' });
    const kinds = new Set<string>();
    for (const person of DEMO_PEOPLE) {
      const page = await get(app, '/notifications/', person.email);
      const { notifications } = body<{ notifications: Notification[] }>(page);
      const present = Object.keys(person.memberships).map((key) => name(key));
      for (const { event_type: type, action_url: url, metadata, message } of notifications) {
        kinds.add(type);
        const organization = String(metadata?.['organization_name']);
        const belongs = present.includes(organization);
        expect([person.email, message, belongs]).toEqual([
          person.email,
          message,
          type !== 'org_membership_removed' && type !== 'org_invitation',
        ]);
        if (type !== 'org_invitation') continue;
        const link = readInvitationLink(new URL(url ?? '', 'http://localhost').searchParams);
        const invitation = `/organizations/${link?.organizationId}/invitations/${link?.invitationId}`;
        expect(body(await get(app, invitation, person.email))).toMatchObject({
          organization_name: organization,
        });
      }
    }
    expect(kinds.size).toBe(6);
    await app.close();
  });

  test.each([
    [
      'a role that the last change in the audit does not name',
      `select 1 from audits join memberships
      on memberships.user_id = audits.target_id and memberships.organization_id = audits.organization_id
      where action_type = 'member_role_change' and metadata ->> 'new_role' <> memberships.role::text`,
    ],
    [
      'an owner who was removed',
      `select 1 from audits join memberships
      on memberships.user_id = audits.target_id and memberships.organization_id = audits.organization_id
      where action_type = 'member_remove'`,
    ],
    [
      'an event by a person without an account',
      `select 1 from audits where actor_user_id not in (select id from users)`,
    ],
    [
      'an event before its organization',
      `select 1 from audits join organizations on organizations.id = audits.organization_id
      where audits.created_at < organizations.created_at or audits.created_at > now()`,
    ],
    [
      'a notification without an event',
      `select 1 from notifications where event_type <> 'org_invitation' and not exists (
      select 1 from audits where audits.created_at = notifications.created_at)`,
    ],
    [
      'an answer before its invitation, or after it ended',
      `select 1 from invitations
      where coalesce(accepted_at, revoked_at) not between created_at and expires_at
        or (status = 'pending') <> (accepted_at is null and revoked_at is null)`,
    ],
    [
      'an invitation of a member',
      `select 1 from invitations join users on users.email = invitations.email
      join memberships on memberships.user_id = users.id and memberships.organization_id = invitations.organization_id
      where status = 'pending'`,
    ],
    [
      'a memory before its agent or keyword, or changed before it was made',
      `select 1 from memory_blocks as block
      join agents on agents.id = block.agent_id left join memory_block_keywords as link on link.memory_block_id = block.id
      left join keywords on keywords.id = link.keyword_id
      where block.created_at < agents.created_at or block.created_at < keywords.created_at
        or block.updated_at < block.created_at or block.archived_at not between block.created_at and block.updated_at`,
    ],
    [
      'a suggestion before its memories',
      `select 1 from proposals as suggestion
      join memory_blocks on memory_blocks.id = any (memory_block_ids)
      where memory_blocks.created_at > suggestion.created_at or suggestion.updated_at < suggestion.created_at`,
    ],
    [
      'a beta request before its account, or decided before it was made',
      `select 1 from beta_access_requests as request
      join users on users.id = request.user_id
      where request.requested_at < users.created_at or request.reviewed_at < request.requested_at`,
    ],
    [
      'a call of an agent about a memory of another workspace, or before the memory was recorded',
      `select 1 from agent_activity as call join memory_blocks on memory_blocks.id = any (call.memory_ids)
      where memory_blocks.organization_id is distinct from call.organization_id
        or coalesce(memory_blocks.owner_user_id, call.user_id) <> call.user_id
        or memory_blocks.created_at > call.created_at or call.created_at > now()`,
    ],
    [
      'a record of writing that differs from the memory',
      `select 1 from agent_activity as call left join memory_blocks on memory_blocks.id = call.memory_ids[1]
      where action = 'create' and (memory_blocks.created_at <> call.created_at or memory_blocks.agent_id <> call.agent_id) is not false`,
    ],
    [
      'a call of an agent that its memory does not count and show as retrieved',
      `select 1 from (
        select memory_id, count(*) as times from agent_activity, unnest(memory_ids) as memory_id
        where kind = 'read' group by memory_id
      ) as used join memory_blocks on memory_blocks.id = memory_id
      where retrieval_count < times
        or times <> (select count(*) from retrieval_events where memory_block_id = memory_id)`,
    ],
    [
      'nothing rated, or everything',
      `select 1 from memory_blocks
      having count(feedback_score) = count(*) or count(feedback_score) = 0`,
    ],
  ])('does not contain %s', async (_name, query) => {
    expect(await one(`select count(*)::int as n from (${query}) as found`)).toEqual({ n: 0 });
  });

  test('is written once, and rewritten from scratch after an interruption', async () => {
    expect(await seedDemo(database, options)).toBe(false);
    await database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`update service_state set value = 'writing' where key = 'demo'`),
    );
    expect(await seedDemo(database, { ...options, blocks: 200 })).toBe(true);
    expect(await one('select count(*)::int as n from memory_blocks')).toEqual({ n: 200 });
  }, 60_000);
});
