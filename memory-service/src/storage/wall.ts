/** The database's own wall between tenants: tells each transaction whom it runs for and takes the service's own rights away. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type pg from 'pg';
import type { Principal } from '../domain/principal';
import { grants } from '../domain/tokens';
import { StartupError } from '../startupError';

/** The account that queries for a principal run as; the policies of the migrations apply to it. */
const ROLE = 'hindsight_app';

/** Longest that a statement for a principal may take, on a server; the embedded engine has no such limit. */
export const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * Functions of searches, declared to tell nothing of the rows that they are shown. Without it the planner may not use
 * an index for them below the wall. The wall guards against forgotten conditions, not against callers who write SQL.
 */
const SEARCH_FUNCTIONS = [
  'texticlike(text,text)',
  'textcat(text,text)',
  'ts_match_vq(tsvector,tsquery)',
  'ts_match_qv(tsquery,tsvector)',
  'uuid_out(uuid)',
  'jsonb_out(jsonb)',
  'arrayoverlap(anyarray,anyarray)',
];

/** Makes the account and gives it the tables. Part of every start, so that tables of new migrations are given too. */
export async function raiseWall(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${ROLE}') then create role ${ROLE} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await client.query(`grant ${ROLE} to current_user`);
  } catch (error) {
    throw new StartupError(
      `The database account cannot use the role ${ROLE} (${(error as Error).message}). As an administrator run once: CREATE ROLE ${ROLE} NOLOGIN; GRANT ${ROLE} TO the account of the service.`,
    );
  }
  await client.query(`grant usage on schema public to ${ROLE}`);
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${ROLE}`);
  await client.query(`grant usage on all sequences in schema public to ${ROLE}`);
  const { rows } = await client.query<{ super: boolean }>(
    'select rolsuper as super from pg_roles where rolname = current_user',
  );
  if (rows[0]?.super !== true) return;
  const wanted = SEARCH_FUNCTIONS.map((name) => `'pg_catalog.${name}'`).join(', ');
  const open = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where oid = any (array[${wanted}]::regprocedure[]::oid[]) and not proleakproof`,
  );
  for (const { name } of open.rows) await client.query(`alter function ${name} leakproof`);
}

/** The statement that puts the transaction behind the wall, on behalf of a principal. */
export function behindWall(principal: Principal): SQL {
  const settings: Record<string, string> = {
    statement_timeout: String(STATEMENT_TIMEOUT_MS),
    ...facts(principal),
    role: ROLE,
  };
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  return sql`select ${sql.join(calls, sql`, `)}`;
}

const array = (ids: readonly string[]) => `{${ids.join(',')}}`;

/** What the policies ask for. Nothing that is not said here is allowed. */
function facts(principal: Principal): Record<string, string> {
  if (principal.kind === 'guest') {
    return {
      'hindsight.kind': 'guest',
      'hindsight.user': '',
      'hindsight.read': '',
      'hindsight.write': '',
      'hindsight.writes': 'no',
    };
  }
  const isConfined = principal.kind === 'token' && principal.token.organizationId !== null;
  const writes = principal.kind === 'person' || grants(principal.token.scopes, 'write');
  const may = (flag: 'can_read' | 'can_write') =>
    principal.memberships
      .filter((membership) => membership[flag])
      .map((membership) => membership.organization_id);
  const isSuperadmin = principal.isSuperadmin && !isConfined;
  return {
    // A token that cannot leave its organization has no personal rows.
    'hindsight.kind': isSuperadmin ? 'superadmin' : isConfined ? 'confined' : 'member',
    'hindsight.user': principal.userId,
    'hindsight.read': array(may('can_read')),
    'hindsight.write': writes ? array(may('can_write')) : '',
    'hindsight.writes': writes ? 'yes' : 'no',
  };
}
