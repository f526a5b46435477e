/** Time limits of statements by purpose. The embedded engine cannot stop a statement. */
export type StatementKind = 'read' | 'search' | 'analytics' | 'write' | 'job';

interface StatementLimit {
  /** Environment variable with the limit in seconds. */
  variable: string;
  /** Default in seconds. */
  seconds: number;
  /** Message for the caller when the time limit is exceeded. */
  sentence: string;
}

export const STATEMENT_LIMITS: Readonly<Record<StatementKind, StatementLimit>> = {
  read: {
    variable: 'STATEMENT_TIMEOUT_READ_SECONDS',
    seconds: 10,
    sentence: 'The query took too long and was stopped. Try again in a moment.',
  },
  search: {
    variable: 'STATEMENT_TIMEOUT_SEARCH_SECONDS',
    seconds: 20,
    sentence: 'The search took too long and was stopped. Narrow it down and try again.',
  },
  analytics: {
    variable: 'STATEMENT_TIMEOUT_ANALYTICS_SECONDS',
    seconds: 30,
    sentence: 'The calculation took too long and was stopped. Choose a shorter period or fewer memories.',
  },
  write: {
    variable: 'STATEMENT_TIMEOUT_WRITE_SECONDS',
    seconds: 30,
    sentence: 'The change took too long and was undone. Try again in a moment.',
  },
  job: {
    variable: 'STATEMENT_TIMEOUT_JOB_SECONDS',
    seconds: 120,
    sentence: 'This step took too long and was undone.',
  },
};

export type StatementSeconds = Readonly<Record<StatementKind, number>>;

export const DEFAULT_STATEMENT_SECONDS = Object.fromEntries(
  Object.entries(STATEMENT_LIMITS).map(([kind, { seconds }]) => [kind, seconds]),
) as StatementSeconds;

/** A statement that exceeded its time limit. The message is for the caller. */
export class StatementTimeout extends Error {
  override name = 'StatementTimeout';

  constructor(kind: StatementKind, cause: unknown) {
    super(STATEMENT_LIMITS[kind].sentence, { cause });
  }
}
