/** Counts the tokens that the language model has used, by day, so that a limit holds across processes and restarts. */
import { sql } from 'drizzle-orm';
import type { TokenLedger } from './languageModel';
import type { Database } from '../database/database';

const SYSTEM = { kind: 'system' } as const;

/** The ledger of this database. Days are texts such as `2026-05-01`. */
export function tokenLedger(database: Database): TokenLedger {
  return {
    spent: async (day) => {
      const [row] = await database.ask<{ tokens: string }>({
        name: 'tokens-of-day',
        text: 'select tokens from language_model_usage where day = $1::date',
        values: [day],
      });
      return Number(row?.tokens ?? 0);
    },
    spend: async (day, tokens) => {
      await database.write(SYSTEM, (handle) =>
        handle.execute(sql`
          insert into language_model_usage as used (day, tokens) values (${day}::date, ${tokens})
          on conflict (day) do update set tokens = used.tokens + excluded.tokens`),
      );
    },
  };
}
