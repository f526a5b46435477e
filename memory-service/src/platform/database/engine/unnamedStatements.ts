/** Connections for a pooler that may run each transaction in a different session, which does not know the named statements. */
import pg from 'pg';

/**
 * A client that never names its statements, so they are planned each time. For poolers in transaction mode without support for prepared
 * statements (PgBouncer before 1.21, or with `max_prepared_statements = 0`).
 */
export class UnnamedStatementsClient extends pg.Client {
  override query: pg.Client['query'] = ((statement: unknown, ...rest: unknown[]) => {
    const unnamed = isNamed(statement) ? { ...statement, name: undefined } : statement;
    return (super.query as (...parameters: unknown[]) => unknown).call(this, unnamed, ...rest);
  }) as pg.Client['query'];
}

/** Only plain query configs are copied; an object that submits itself (a cursor, a stream) passes through unchanged. */
const isNamed = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement);
