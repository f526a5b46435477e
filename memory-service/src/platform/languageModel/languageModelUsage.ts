/** Counts the tokens used by the language model: by day, so that a limit holds across processes and restarts, and by workspace. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { TokenLedger } from './languageModel';
import type { Scope } from '../auth/rules/scope';
import type { Database, Handle } from '../database/database';

const SYSTEM = { kind: 'system' } as const;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The purpose of requests; also accumulates their usage. */
export interface Account {
  /** The organization or owner of the workspace; the nil UUID for public. */
  tenantId: string;
  kind: string;
  calls: number;
  tokens: number;
}

const accounts = new AsyncLocalStorage<Account>();

export const accountFor = (tenantId: string | null | undefined, kind: string): Account => ({
  tenantId: tenantId ?? NOBODY,
  kind,
  calls: 0,
  tokens: 0,
});

/** Tenant of a workspace. */
export const scopeTenant = (scope: Scope, userId: string): string =>
  scope.kind === 'personal' ? userId : (scope.kind === 'organization' && scope.organizationId) || NOBODY;

/** Charges all language model requests of the work to `account`. */
export const chargeTo = <T>(account: Account, work: () => Promise<T>): Promise<T> =>
  accounts.run(account, work);

/** Token ledger of this database. Days are text such as `2026-05-01`. */
export function tokenLedger(database: Database): TokenLedger {
  return {
    spent: (day) => loadDailyTokens(database, day),
    spend: async (day, tokens) => {
      const account = accounts.getStore() ?? accountFor(null, 'other');
      account.calls += 1;
      account.tokens += tokens;
      await database.write(SYSTEM, async (handle) => {
        await handle.execute(sql`
          insert into language_model_usage as used (day, tokens) values (${day}::date, ${tokens})
          on conflict (day) do update set tokens = used.tokens + excluded.tokens`);
        await handle.execute(sql`
          insert into language_model_costs as used (tenant_id, month, kind, calls, tokens)
          values (${account.tenantId}::uuid, date_trunc('month', ${day}::date)::date, ${account.kind}, 1, ${tokens})
          on conflict (tenant_id, month, kind) do update set calls = used.calls + 1, tokens = used.tokens + excluded.tokens`);
      });
    },
  };
}

/** Reassigns the costs of a deleted workspace to the nil tenant. */
export const reassignCosts = (handle: Handle, tenantId: string) =>
  handle.execute(sql`
    with gone as (delete from language_model_costs where tenant_id = ${tenantId}::uuid returning month, kind, calls, tokens)
    insert into language_model_costs as used (tenant_id, month, kind, calls, tokens)
    select ${NOBODY}::uuid, month, kind, calls, tokens from gone
    on conflict (tenant_id, month, kind) do update set calls = used.calls + excluded.calls, tokens = used.tokens + excluded.tokens`);

/** Tokens of all workspaces on a day. */
export async function loadDailyTokens(database: Database, day: string): Promise<number> {
  const [row] = await database.ask<{ tokens: string }>({
    name: 'tokens-of-day',
    text: 'select tokens from language_model_usage where day = $1::date',
    values: [day],
  });
  return Number(row?.tokens ?? 0);
}

/** Costs of a workspace in the month of a day, by kind of work, highest first. */
export function costsOfMonth(
  database: Database,
  tenantId: string,
  day: string,
): Promise<{ kind: string; calls: number; tokens: number }[]> {
  return database.ask<{ kind: string; calls: number; tokens: number }>({
    name: 'costs-of-month',
    text: `select kind, calls, tokens::float8 as tokens from language_model_costs
      where tenant_id = $1::uuid and month = date_trunc('month', $2::date)::date order by tokens desc, kind`,
    values: [tenantId, day],
  });
}
