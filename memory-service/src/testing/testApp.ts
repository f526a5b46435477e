/** The HTTP server over a real database, with a small world of two organizations that covers every rule. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance, LightMyRequestResponse } from 'fastify';
import { readConfig } from '../platform/config/config';
import { buildApp } from '../app/app';
import type { Database } from '../platform/database/database';
import { settle } from './directWrites';
import { nameTenant } from '../platform/database/conditions';

export const SECRET = 'a-secret-between-two-servers';
export const APP_ORIGIN = 'http://localhost:3000';

export function testApp(
  database: Database,
  env: Record<string, string> = {},
  logger?: FastifyBaseLogger,
): FastifyInstance {
  const config = readConfig({
    GATEWAY_SECRET: SECRET,
    APP_BASE_URL: APP_ORIGIN,
    ADMIN_EMAILS: 'root@x.test',
    BETA_ACCESS_ADMINS: 'gate@x.test',
    ...env,
  });
  return buildApp({ config, database, checksAnswers: true }, logger);
}

/** Headers with which the gateway identifies `email`; none for a guest. */
export function as(email: string | null): Record<string, string> {
  return email === null ? {} : { 'x-gateway-secret': SECRET, 'x-auth-request-email': email };
}

/** Headers of a write from a dashboard page. */
export function ownPage(email: string | null): Record<string, string> {
  return {
    ...as(email),
    origin: APP_ORIGIN,
    'sec-fetch-site': 'same-origin',
    cookie: '_oauth2_proxy_csrf=abc%3D',
    'x-csrf-token': 'abc=',
  };
}

export function get(app: FastifyInstance, url: string, email: string | null = null, headers = {}) {
  return app.inject({ method: 'GET', url, headers: { ...as(email), ...headers } });
}

/** The parsed body, as the type that the caller expects. */
export function body<T>(response: LightMyRequestResponse): T {
  return JSON.parse(response.body) as T;
}

const at = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Fixed ids of the small world. */
export const ids = {
  alphaOrg: at(0xa0),
  betaOrg: at(0xb0),
  agent: (n: number) => at(0x1000 + n),
  block: (n: number) => at(0x2000 + n),
  conversation: (n: number) => at(0x3000 + n),
  suggestion: (n: number) => at(0x4000 + n),
  user: (n: number) => at(0x5000 + n),
};

/** In order of their ids: members of Alpha in every role, one without can_read, a stranger, a person pending beta access, a superadmin. */
const PEOPLE = [
  'owner@x.test',
  'admin@x.test',
  'editor@x.test',
  'viewer@x.test',
  'blind@x.test',
  'stranger@x.test',
  'waiting@x.test',
  'root@x.test',
] as const;

/** Blocks: 0 public, 1 Alpha, 2 Beta, 3 personal of the owner, 4 personal of the stranger, 5 Alpha archived, 6 Alpha. */
export async function seedSmallWorld(database: Database): Promise<void> {
  const homes = [
    { scope: 'public', owner: null, org: null },
    { scope: 'organization', owner: null, org: ids.alphaOrg },
    { scope: 'organization', owner: null, org: ids.betaOrg },
    { scope: 'personal', owner: ids.user(0), org: null },
    { scope: 'personal', owner: ids.user(5), org: null },
  ].map((home) => ({ ...home, tenant: nameTenant({ ownerUserId: home.owner, organizationId: home.org }) }));
  await database.write({ kind: 'system' }, async (handle) => {
    for (const [n, email] of PEOPLE.entries()) {
      const beta = email.startsWith('waiting')
        ? 'pending'
        : email.startsWith('root')
          ? 'not_requested'
          : 'accepted';
      await handle.execute(
        sql`insert into users (id, email, display_name, beta_access_status) values (${ids.user(n)}, ${email}, ${email}, ${beta}::beta_access_status)`,
      );
    }
    await handle.execute(
      sql`insert into organizations (id, name) values (${ids.alphaOrg}, 'Alpha'), (${ids.betaOrg}, 'Beta')`,
    );
    const roles = ['owner', 'admin', 'editor', 'viewer', 'editor'];
    for (const [n, role] of roles.entries()) {
      await handle.execute(
        sql`insert into memberships (organization_id, user_id, role, can_read, can_write) values (${ids.alphaOrg}, ${ids.user(n)}, ${role}::role, ${n !== 4}, ${n < 3})`,
      );
    }
    for (const [n, home] of homes.entries()) {
      await handle.execute(
        sql`insert into agents (id, name, visibility_scope, owner_user_id, organization_id, tenant_id) values (${ids.agent(n)}, ${`agent ${n}`}, ${home.scope}::visibility_scope, ${home.owner}, ${home.org}, ${home.tenant})`,
      );
    }
    const alpha = homes[1];
    for (const [n, home] of [...homes, alpha, alpha].entries()) {
      if (!home) continue;
      const archived = n === 5;
      const agent = ids.agent(n < 5 ? n : 1);
      await handle.execute(
        sql`insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, owner_user_id, organization_id, archived, archived_at, feedback_score, created_at, tenant_id)
          values (${ids.block(n)}, ${agent}, ${ids.conversation(n)}, ${`content ${n} costs ${n}0% of a_b`}, ${home.scope}::visibility_scope, ${home.owner}, ${home.org}, ${archived}, ${archived ? sql`now()` : null}, ${n * 10}, timestamptz '2026-01-01T00:00:00Z' + ${n} * interval '1 hour', ${home.tenant})`,
      );
    }
    await settle(handle);
    const groups = [
      { n: 0, home: alpha, originals: [1, 6] },
      { n: 1, home: alpha, originals: [1, 2] },
      { n: 2, home: homes[0], originals: [0] },
      { n: 3, home: alpha, originals: [1, 9] },
    ];
    for (const { n, home, originals } of groups) {
      await handle.execute(
        sql`insert into proposals (id, kind, group_id, content, lessons_learned, keywords, memory_block_ids, visibility_scope, organization_id, tenant_id)
          values (${ids.suggestion(n)}, 'consolidation', ${ids.suggestion(n)}, 'merged', 'lesson', '{}', array[${sql.join(
            originals.map((original) => sql`${ids.block(original)}::uuid`),
            sql`, `,
          )}], ${home?.scope}::visibility_scope, ${home?.org}, ${home?.tenant})`,
      );
    }
  });
}

/**
 * Sends a request as a person on the dashboard (email), a guest (null) or with a token (`token` in the options). Like the dashboard's
 * client, it adds an idempotency key to each write.
 */
export function send(
  app: FastifyInstance,
  key: string,
  email: string | null,
  options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
) {
  const [method = 'GET', url = '/'] = key.split(' ');
  const identity =
    options.token === undefined ? ownPage(email) : { authorization: `Bearer ${options.token}` };
  return app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...identity,
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...options.headers,
    },
    ...(options.body !== undefined && { payload: options.body as object }),
  });
}

/** Creates a token for a person and returns its text. */
export async function tokenFor(
  app: FastifyInstance,
  email: string,
  scopes: string[] = ['read', 'write'],
  organizationId: string | null = null,
): Promise<string> {
  const response = await send(app, 'POST /users/me/tokens', email, {
    body: { name: 'test', scopes, organization_id: organizationId },
  });
  if (response.statusCode !== 201) throw new Error(`No token: ${response.body}`);
  return body<{ token: string }>(response).token;
}
