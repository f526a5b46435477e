/** Row-level security: each transaction of a principal runs as an unprivileged role, with the facts that the policies check. */
import pg from 'pg';
import { manages } from '../auth/rules/organizationRules';
import type { HeldMembership, Principal } from '../auth/rules/principal';
import { grantsScope } from '../auth/rules/tokens';
import { StartupError } from '../config/startupError';
import { PUBLIC_TENANT } from './conditions';
import { isDistributed } from './distribution';

/** Role for queries of principals, to which the policies of the migrations apply. */
const ROLE = 'hindsight_app';

/** Creates the role and grants it the tables. Runs at every start to cover tables of new migrations. */
export async function prepareAppRole(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${ROLE}') then create role ${ROLE} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    // An account added to the role by an administrator cannot grant it, and does not need to.
    await client.query(`do $$ begin
      if not pg_has_role(current_user, '${ROLE}', 'member') then grant ${ROLE} to current_user; end if;
    end $$`);
  } catch (error) {
    throw new StartupError(
      `The database account cannot use the role ${ROLE} (${(error as Error).message}). As an administrator run once: CREATE ROLE ${ROLE} NOLOGIN; GRANT ${ROLE} TO the account of the service.`,
    );
  }
  await client.query(`grant usage on schema public to ${ROLE}`);
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${ROLE}`);
  await client.query(`grant usage on all sequences in schema public to ${ROLE}`);
}

/** Settings that make a transaction run on behalf of a principal. */
export const asPrincipal = (principal: Principal): Record<string, string> => ({
  ...facts(principal),
  role: ROLE,
});

/** The only facts that policies on Citus workers compare. */
const WORKER_FACTS = ['hindsight.kind', 'hindsight.readable', 'hindsight.writable'];

/**
 * Statements that apply these settings to a transaction, as text without parameters. Citus propagates the text of each `set` statement to
 * workers, which costs them and the coordinator as much as a small query; settings made by a function stay local. Workers are reached as
 * the role anyway.
 */
export function setLocal(settings: Record<string, string>): string[] {
  const isFact = ([name]: [string, string]) => !isDistributed() || WORKER_FACTS.includes(name);
  const all = Object.entries(settings);
  const others = all
    .filter((entry) => !isFact(entry))
    .map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`);
  const quote = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');
  return [
    ...(others.length > 0 ? [`select ${others.join(', ')}`] : []),
    ...all.filter(isFact).map(([name, value]) => `set local ${quote(name)} = ${pg.escapeLiteral(value)}`),
  ];
}

const array = (ids: readonly string[]) => `{${ids.join(',')}}`;

/** Facts that the policies check. An absent fact allows nothing. */
function facts(principal: Principal): Record<string, string> {
  if (principal.kind === 'guest') return allFacts({ kind: 'guest', readable: array([PUBLIC_TENANT]) });
  const isConfined = principal.kind === 'token' && principal.token.organizationId !== null;
  const isPerson = principal.kind === 'person';
  const writes = isPerson || grantsScope(principal.token.scopes, 'write');
  const organizations = (wanted: (membership: HeldMembership) => boolean) =>
    principal.memberships.filter(wanted).map((membership) => membership.organization_id);
  const isSuperadmin = principal.isSuperadmin && !isConfined;
  const read = organizations(({ can_read: reads }) => reads);
  const write = writes ? organizations(({ can_write: mayWrite }) => mayWrite) : [];
  // A token limited to an organization has no personal rows.
  const own = isConfined ? [] : [principal.userId];
  return allFacts({
    kind: isSuperadmin ? 'superadmin' : isConfined ? 'confined' : 'member',
    user: principal.userId,
    email: isPerson ? principal.email : '',
    read: array(read),
    write: array(write),
    readable: array([...own, ...read, PUBLIC_TENANT]),
    writable: array([...(writes ? own : []), ...write]),
    writes: writes ? 'yes' : 'no',
    // Only people, not tokens, may see organizations, their people and the beta program.
    member: array(isPerson ? organizations(() => true) : []),
    manage: array(isPerson ? organizations(({ role }) => manages(role)) : []),
    beta: isPerson && principal.isBetaAdmin ? 'admin' : '',
  });
}

const FACTS = [
  'kind',
  'user',
  'email',
  'read',
  'write',
  'readable',
  'writable',
  'writes',
  'member',
  'manage',
  'beta',
] as const;

/** Sets every fact each time, so that none of an earlier transaction remains. */
function allFacts(given: Partial<Record<(typeof FACTS)[number], string>>): Record<string, string> {
  return Object.fromEntries(FACTS.map((name) => [`hindsight.${name}`, given[name] ?? '']));
}

/** Callers with the same key see the same rows. */
export function callerKey(principal: Principal): string {
  return JSON.stringify(facts(principal));
}
