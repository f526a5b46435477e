/** Row-level security: each transaction of a principal runs as a role without rights of its own, with the facts that the policies check. */
import pg from 'pg';
import { manages } from '../auth/rules/organizationRules';
import type { HeldMembership, Principal } from '../auth/rules/principal';
import { grants } from '../auth/rules/tokens';
import { StartupError } from '../config/startupError';
import { PUBLIC_TENANT } from './conditions';
import { isDistributed } from './distribution';

/** The account that queries for a principal run as; the policies of the migrations apply to it. */
const ROLE = 'hindsight_app';

/** Creates the role and grants it the tables. Runs at every start, so that tables of new migrations are covered. */
export async function prepareAppRole(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${ROLE}') then create role ${ROLE} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    // An account that an administrator put into the role may not grant it, and need not.
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

/** The settings with which a transaction runs on behalf of a principal. */
export const asPrincipal = (principal: Principal): Record<string, string> => ({
  ...facts(principal),
  role: ROLE,
});

/** The only facts that policies on workers of Citus compare. */
const TOLD = ['hindsight.kind', 'hindsight.readable', 'hindsight.writable'];

/**
 * The statements, as text without parameters, that set this for a transaction. Citus tells workers the text of each that begins with `set`, which
 * costs them and the coordinator as much as a small query; of what a function sets they hear nothing. They are reached as the role by themselves.
 */
export function setLocal(settings: Record<string, string>): string[] {
  const isFact = ([name]: [string, string]) => !isDistributed() || TOLD.includes(name);
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

/** The facts that the policies check. What is absent here is not allowed. */
function facts(principal: Principal): Record<string, string> {
  if (principal.kind === 'guest') return allFacts({ kind: 'guest', readable: array([PUBLIC_TENANT]) });
  const isConfined = principal.kind === 'token' && principal.token.organizationId !== null;
  const isPerson = principal.kind === 'person';
  const writes = isPerson || grants(principal.token.scopes, 'write');
  const organizations = (wanted: (membership: HeldMembership) => boolean) =>
    principal.memberships.filter(wanted).map((membership) => membership.organization_id);
  const isSuperadmin = principal.isSuperadmin && !isConfined;
  const read = organizations(({ can_read: reads }) => reads);
  const write = writes ? organizations(({ can_write: mayWrite }) => mayWrite) : [];
  // A token that cannot leave its organization has no personal rows.
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
    // Organizations, their people and the beta program are for people alone.
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

/** Every setting is set each time, so that none of an earlier transaction remains. */
function allFacts(given: Partial<Record<(typeof FACTS)[number], string>>): Record<string, string> {
  return Object.fromEntries(FACTS.map((name) => [`hindsight.${name}`, given[name] ?? '']));
}

/** Callers with the same key see the same rows. */
export function callerKey(principal: Principal): string {
  return JSON.stringify(facts(principal));
}
