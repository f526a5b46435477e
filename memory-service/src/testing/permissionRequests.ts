/** One request per endpoint of the permission table, each with separate rows in the organization Alpha. */
import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { findImprovements, toSuggestions } from '../features/curation/optimization';
import { loadPendingProposals } from '../features/curation/queries/optimization';
import { rulesRewriter } from '../features/curation/rewriter';
import type { Database } from '../platform/database/database';
import { bulkRequests } from './bulkRequests';
import { deviceRequests } from './deviceRequests';
import { feedbackRequests } from './feedbackRequests';
import { keywordRequests } from './keywordRequests';
import { pinnedQuestionRequests } from './pinnedQuestionRequests';
import { savedViewRequests } from './savedViewRequests';
import { reviewRequests } from './reviewRequests';
import { secretRequests } from './secretRequests';
import { ids } from './testApp';
import { writeDirectly } from './directWrites';

/** Path parameters, query and body of a request. */
export interface RequestParts {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

export type RequestFactory = (email: string | null) => Promise<RequestParts> | RequestParts;

/** Request factories that create the rows they refer to. */
export function permissionRequests(database: Database): Record<string, RequestFactory> {
  const run = async (statement: SQL): Promise<void> => {
    await writeDirectly(database, statement);
  };
  const alpha = ids.alphaOrg;
  const place = sql`'organization'::visibility_scope, ${alpha}::uuid, ${alpha}::uuid`;

  const agent = async (): Promise<string> => {
    const id = randomUUID();
    await run(
      sql`insert into agents (id, name, visibility_scope, organization_id, tenant_id) values (${id}, ${id}, ${place})`,
    );
    return id;
  };
  const block = async (): Promise<string> => {
    const id = randomUUID();
    await run(sql`insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
      values (${id}, ${ids.agent(1)}, ${id}, ${'A lesson about retries. '.repeat(4)}, ${place})`);
    return id;
  };
  const person = async (): Promise<{ id: string; email: string }> => {
    const id = randomUUID();
    await run(sql`insert into users (id, email) values (${id}, ${`${id}@x.test`})`);
    return { id, email: `${id}@x.test` };
  };
  const member = async (): Promise<string> => {
    const { id } = await person();
    await run(sql`insert into memberships (organization_id, user_id) values (${alpha}, ${id})`);
    return id;
  };
  const ofMember = async () => ({ id: alpha, user_id: await member() });
  const organization = async (): Promise<string> => {
    const id = randomUUID();
    await run(sql`insert into organizations (id, name) values (${id}, ${id})`);
    await run(sql`insert into memberships (organization_id, user_id, role, can_read, can_write)
      select ${id}::uuid, user_id, role, can_read, can_write from memberships
      where organization_id = ${alpha} and user_id in (${sql.join(
        [0, 1, 2, 3].map((n) => sql`${ids.user(n)}::uuid`),
        sql`, `,
      )})`);
    return id;
  };
  const invitation = async (email: string): Promise<string> => {
    const id = randomUUID();
    await run(sql`update invitations set status = 'revoked' where email = ${email}`);
    await run(sql`insert into invitations (id, organization_id, email, expires_at)
      values (${id}, ${alpha}, ${email}, now() + interval '1 day')`);
    return id;
  };
  const token = async (): Promise<string> => {
    const id = randomUUID();
    await run(sql`insert into personal_access_tokens (id, user_id, token_id, secret_hash, name, scopes, last_four)
      values (${id}, ${ids.user(0)}, ${id.replaceAll('-', '').slice(0, 16)}, 'x', 't', '{read}', 'last')`);
    return id;
  };
  const notification = async (): Promise<string> => {
    const id = randomUUID();
    await run(sql`insert into notifications (id, user_id, event_type, title, message)
      values (${id}, ${ids.user(0)}, 'org_invitation', 't', 'm')`);
    return id;
  };
  const betaRequest = async (): Promise<string> => {
    const { id, email } = await person();
    await run(sql`insert into beta_access_requests (id, user_id, email) values (${id}, ${id}, ${email})`);
    return id;
  };

  const suggestion = async (state: string): Promise<string> => {
    const id = randomUUID();
    const originals = [await block(), await block()];
    await run(sql`insert into proposals (id, kind, group_id, content, lessons_learned, keywords, memory_block_ids, state, visibility_scope, organization_id, tenant_id)
      values (${id}, 'consolidation', ${id}, 'merged', '', '{}', ${`{${originals.join(',')}}`}::uuid[], ${state}::proposal_state, ${place})`);
    return id;
  };
  const job = async (): Promise<string> => {
    const id = randomUUID();
    await run(sql`insert into jobs (id, kind, status, user_id, options, total, tenant_id)
      values (${id}, 'bulk_keywords', 'completed', ${ids.user(0)}, '{}', 0, ${ids.user(0)})`);
    return id;
  };
  /** Creates an archive suggestion for Alpha, about at least one unused block. */
  const archivable = async (): Promise<string> => {
    const id = await block();
    await run(
      sql`update memory_blocks set content = 'Ran the tests.', created_at = now() - interval '100 days' where id = ${id}`,
    );
    const rows = { rows: 'organizations', organizationIds: [alpha] } as const;
    const filter = { agentId: undefined, days: undefined };
    const within = { rows, ...filter };
    const { signal } = new AbortController();
    const findings = await findImprovements(database, { kind: 'system' }, within, rulesRewriter, signal);
    const waiting = await database.read({ kind: 'system' }, (handle) => loadPendingProposals(handle, within));
    const found = toSuggestions(findings, waiting, filter, rulesRewriter);
    return found.find(({ type }) => type === 'archive')?.id ?? '';
  };
  const ofOperation: RequestFactory = async () => {
    const id = await job();
    await run(
      sql`update jobs set kind = 'organization_delete', options = ${JSON.stringify({ organization_id: alpha })}::jsonb where id = ${id}`,
    );
    return { params: { id } };
  };
  const ofSuggestion =
    (status = 'pending'): RequestFactory =>
    async () => ({ params: { id: await suggestion(status) } });
  const ofArchivable: RequestFactory = async () => ({ params: { id: await archivable() } });
  const many =
    (body: (blockId: string) => unknown): RequestFactory =>
    async () => ({ body: body(await block()) });

  const ofBlock =
    (rest: RequestParts = {}): RequestFactory =>
    async () => ({ ...rest, params: { id: await block() } });
  const inAlpha =
    (rest: RequestParts = {}): RequestFactory =>
    () => ({ ...rest, params: { id: alpha } });
  const invited: RequestFactory = async (email) => ({
    params: { id: alpha, invitation_id: await invitation(email ?? 'nobody@x.test') },
  });
  const other: RequestFactory = async () => ({
    params: { id: alpha, invitation_id: await invitation(`${randomUUID()}@x.test`) },
  });
  const move = { visibility_scope: 'organization', organization_id: alpha };
  return {
    'POST /memory-blocks/': () => ({
      body: { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'c' },
    }),
    'POST /memory-blocks/remember': () => ({
      body: { agent_id: ids.agent(1), conversation_id: randomUUID(), content: randomUUID() },
    }),
    'GET /memory-blocks/{id}': ofBlock(),
    'PUT /memory-blocks/{id}': ofBlock({ body: { errors: 'e' } }),
    'POST /memory-blocks/{id}/archive': ofBlock(),
    'DELETE /memory-blocks/{id}': ofBlock(),
    'DELETE /memory-blocks/{id}/hard-delete': ofBlock(),
    ...feedbackRequests(run, block),
    'POST /memory-blocks/{id}/change-scope': ofBlock({ body: move }),
    ...reviewRequests(run, block),
    ...secretRequests(run, block),
    ...keywordRequests(run, block),
    'GET /memory-blocks/{id}/versions': ofBlock(),
    'GET /conversations/{id}/events': ofBlock(),
    'POST /memory-blocks/{id}/versions/{version}/restore': async () => {
      const id = await block();
      await run(sql`insert into memory_block_versions (memory_block_id, version, reason, snapshot, tenant_id)
        values (${id}, 1, 'r', ${JSON.stringify({ content: 'c', visibility_scope: 'organization', organization_id: alpha })}::jsonb, ${alpha})`);
      return { params: { id, version: '1' } };
    },
    'GET /memory-blocks/{id}/retrievals': ofBlock(),
    'POST /agents/': () => ({ body: { agent_name: randomUUID() } }),
    'GET /agents/search/': () => ({ query: 'query=agent' }),
    'GET /agents/{id}': async () => ({ params: { id: await agent() } }),
    'PUT /agents/{id}': async () => ({ params: { id: await agent() }, body: { description: 'd' } }),
    'DELETE /agents/{id}': async () => ({ params: { id: await agent() } }),
    'POST /agents/{id}/change-scope': async () => ({ params: { id: await agent() }, body: move }),
    'PATCH /users/me': () => ({ body: {} }),
    ...deviceRequests(database),
    'POST /users/me/tokens': () => ({ body: { name: 'n', scopes: ['read'] } }),
    'DELETE /users/me/tokens/{id}': async () => ({ params: { id: await token() } }),
    'POST /users/me/tokens/{id}/rotate': async () => ({ params: { id: await token() } }),
    'GET /users/me/tokens/{id}/activity': async () => ({ params: { id: await token() } }),
    'PATCH /users/me/tokens/{id}': async () => ({ params: { id: await token() }, body: { name: 'n' } }),
    'POST /organizations/': () => ({ body: { name: randomUUID() } }),
    'GET /organizations/{id}': inAlpha(),
    'PUT /organizations/{id}': inAlpha({ body: { is_active: true } }),
    'DELETE /organizations/{id}': async () => ({ params: { id: await organization() } }),
    'GET /organizations/{id}/members': inAlpha(),
    'POST /organizations/{id}/members': async () => ({
      params: { id: alpha },
      body: { email: (await person()).email, role: 'viewer' },
    }),
    'PUT /organizations/{id}/members/{user_id}': async () => ({
      params: await ofMember(),
      body: { role: 'editor' },
    }),
    'DELETE /organizations/{id}/members/{user_id}': async () => ({ params: await ofMember() }),
    'POST /organizations/{id}/leave': async () => ({ params: { id: await organization() } }),
    'POST /organizations/{id}/invitations': () => ({
      params: { id: alpha },
      body: { email: `${randomUUID()}@x.test`, role: 'viewer' },
    }),
    'GET /organizations/{id}/invitations': inAlpha(),
    'GET /organizations/{id}/invitations/counts': inAlpha(),
    'GET /organizations/{id}/invitations/{invitation_id}': other,
    'POST /organizations/{id}/invitations/{invitation_id}/resend': other,
    'DELETE /organizations/{id}/invitations/{invitation_id}': other,
    'POST /organizations/{id}/invitations/{invitation_id}/accept': other,
    'POST /organizations/{id}/invitations/{invitation_id}/decline': invited,
    'GET /audits/': () => ({ query: `organization_id=${alpha}` }),
    'POST /notifications/{id}/read': async () => ({ params: { id: await notification() } }),
    'PUT /notifications/digest': () => ({ body: { is_on: false } }),
    'PUT /notifications/preferences/{type}': () => ({ params: { type: 'org_invitation' }, body: {} }),
    'POST /notifications/test/create': () => ({
      body: { event_type: 'org_invitation', title: 't', message: 'm' },
    }),
    'POST /beta-access/review/{id}/token': async () => ({
      params: { id: await betaRequest() },
      body: { token: 'x', decision: 'accepted' },
    }),
    'POST /beta-access/review/{id}': async () => ({
      params: { id: await betaRequest() },
      query: 'decision=accepted',
    }),
    'POST /beta-access/review/{id}/resend-token': async () => ({ params: { id: await betaRequest() } }),
    'PATCH /beta-access/admin/users/{user_id}': async () => ({
      params: { user_id: (await person()).id },
      body: { status: 'denied' },
    }),
    'GET /consolidation-suggestions/{id}': ofSuggestion(),
    'POST /consolidation-suggestions/{id}/validate/': ofSuggestion(),
    'POST /consolidation-suggestions/{id}/reject/': ofSuggestion(),
    'POST /consolidation-suggestions/{id}/reopen/': ofSuggestion('rejected'),
    'DELETE /consolidation-suggestions/{id}': ofSuggestion(),
    'GET /memory-blocks/search/': () => ({ query: 'query=lesson' }),
    'GET /memory-blocks/search/fulltext': () => ({ query: 'query=lesson' }),
    'GET /memory-blocks/search/semantic': () => ({ query: 'query=lesson' }),
    'GET /memory-blocks/search/hybrid': () => ({ query: 'query=lesson' }),
    'POST /memory-blocks/{id}/compress': ofBlock({ body: {} }),
    'POST /memory-blocks/{id}/compress/apply': ofBlock({ body: { compressed_content: 'c' } }),
    'POST /memory-blocks/{id}/suggest-keywords': ofBlock(),
    'POST /memory-blocks/bulk-generate-keywords': many((id) => ({ memory_block_ids: [id] })),
    'POST /memory-blocks/bulk-apply-keywords': many((id) => ({
      applications: [{ memory_block_id: id, selected_keywords: ['w'] }],
    })),
    'POST /memory-blocks/bulk-import': () => ({
      body: { rows: [{ agent_id: ids.agent(1), content: randomUUID() }] },
    }),
    ...bulkRequests(block),
    'POST /memory-blocks/bulk-compact': many((id) => ({ memory_block_ids: [id] })),
    'POST /memory-blocks/merge': async () => ({
      body: { memory_block_ids: [await block(), await block()], merged_content: 'm' },
    }),
    'GET /bulk-operations/organizations/{id}/inventory': inAlpha(),
    'POST /bulk-operations/organizations/{id}/bulk-move': async () => ({
      params: { id: alpha },
      body: { destination_organization_id: await organization() },
    }),
    'POST /bulk-operations/organizations/{id}/bulk-delete': inAlpha({ body: {} }),
    'GET /bulk-operations/admin/operations/{id}': ofOperation,
    'POST /bulk-operations/admin/operations/{id}/cancel': ofOperation,
    'GET /jobs/{id}': async () => ({ params: { id: await job() } }),
    'POST /jobs/{id}/cancel': async () => ({ params: { id: await job() } }),
    'POST /memory/prune/suggest': () => ({ body: {} }),
    'GET /language-model/costs': () => ({}),
    'POST /memory/prune/confirm': many((id) => ({ memory_block_ids: [id] })),
    'GET /memory-optimization/suggestions/{id}': ofArchivable,
    'GET /memory-optimization/suggestions/{id}/preview': ofArchivable,
    'POST /memory-optimization/suggestions/{id}/execute': ofArchivable,
    'POST /memory-optimization/suggestions/{id}/propose': ofArchivable,
    'GET /memory-blocks/search/recall': () => ({ query: 'query=lesson' }),
    ...pinnedQuestionRequests(run),
    ...savedViewRequests(run),
    'PUT /pinned-views/': () => ({ body: { view_id: null, is_pinned: true } }),
    'POST /visits/': () => ({ body: {} }),
    'GET /analytics/new-memories': () => ({ query: 'since=2026-01-01T00:00:00Z' }),
    'GET /agent-activity/agents': () => ({ query: 'since=2026-01-01T00:00:00Z' }),
    'POST /support/contact': () => ({ body: { message: 'm' } }),
  };
}
