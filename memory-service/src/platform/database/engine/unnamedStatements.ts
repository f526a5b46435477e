/** Connections for a pooler that hands each transaction to another session: such a session knows no statement by name. */
import pg from 'pg';

/**
 * A client whose statements are planned each time. For poolers in transaction mode that do not keep prepared statements
 * themselves (PgBouncer before 1.21, or with `max_prepared_statements = 0`).
 */
export class UnnamedStatementsClient extends pg.Client {
  override query: pg.Client['query'] = ((statement: unknown, ...rest: unknown[]) => {
    const unnamed = isNamed(statement) ? { ...statement, name: undefined } : statement;
    return (super.query as (...parameters: unknown[]) => unknown).call(this, unnamed, ...rest);
  }) as pg.Client['query'];
}

/** Only plain descriptions are copied; an object that submits itself (a cursor, a stream) is handed on as it is. */
const isNamed = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement);
