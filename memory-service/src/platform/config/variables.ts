/** Limits that a deployment sets by variables: `config.ts` reads them by this table, docs/limits.md shows it. */

/** Connections to PostgreSQL that only cheap reads may use. */
export const RESERVED_FOR_READS = 2;

interface LimitVariable {
  fallback: number;
  min: number;
  max: number;
  /** What is limited. */
  what: string;
  unit: string;
  /** What happens beyond it. */
  beyond: string;
}

export const MAIL_BEYOND =
  'invitations and support messages: 429 “Too many emails this hour or day. Try again later.”; other mails are not sent';

export const LIMIT_VARIABLES = {
  RATE_LIMIT_PER_SECOND: {
    fallback: 0,
    min: 0,
    max: 1_000_000,
    what: 'Requests of one caller (a person, all tokens of a person, an address) to one process in a second, twice as many at once; 0 is no limit',
    unit: 'requests',
    beyond: '429 “Too many requests. Wait a moment and try again.”',
  },
  WAITING_PER_CALLER: {
    fallback: 1000,
    min: 1,
    max: 1_000_000,
    what: 'Requests of one caller that wait for their turn',
    unit: 'requests',
    beyond: '429 “Too many of your requests are already queued. Wait for them to finish.”',
  },
  DATABASE_POOL_SIZE: {
    fallback: 10,
    min: RESERVED_FOR_READS + 1,
    max: 1000,
    what: `Connections of one process to PostgreSQL, of which ${RESERVED_FOR_READS} are for cheap reads alone`,
    unit: 'connections',
    beyond: 'work waits for one',
  },
  DATABASE_READ_MAX_LAG_SECONDS: {
    fallback: 5,
    min: 1,
    max: 3600,
    what: 'Seconds by which a read replica may be behind the primary',
    unit: 'seconds',
    beyond: 'the replica is left out until it has caught up; the primary answers',
  },
  JOBS_PER_PERSON: {
    fallback: 1000,
    min: 1,
    max: 1_000_000,
    what: 'Jobs of one person that wait or run',
    unit: 'jobs',
    beyond: '429 “You have … jobs queued or running. Wait for some of them to finish.”',
  },
  JOBS_PER_ORGANIZATION: {
    fallback: 5000,
    min: 1,
    max: 1_000_000,
    what: 'Jobs for one organization that wait or run',
    unit: 'jobs',
    beyond: '429 “Your organization has … jobs queued or running. Wait for some of them to finish.”',
  },
  EMAIL_RATE_LIMIT_HOUR: {
    fallback: 100,
    min: 1,
    max: 1_000_000,
    what: 'Mails caused by one person, and of the service to one person, in an hour',
    unit: 'mails',
    beyond: MAIL_BEYOND,
  },
  EMAIL_RATE_LIMIT_DAY: {
    fallback: 1000,
    min: 1,
    max: 1_000_000,
    what: 'The same in a day',
    unit: 'mails',
    beyond: MAIL_BEYOND,
  },
  SUPPORT_CONTACT_MIN_INTERVAL_SECONDS: {
    fallback: 60,
    min: 0,
    max: 86_400,
    what: 'Pause between two support messages of one person',
    unit: 'seconds',
    beyond: '429 “Rate limit: please wait … seconds before sending another support request.”',
  },
  LLM_TIMEOUT_SECONDS: {
    fallback: 60,
    min: 1,
    max: 600,
    what: 'Time for one question to the language model',
    unit: 'seconds',
    beyond: '503, or the step of the job fails with the reason',
  },
  LLM_DAILY_TOKENS: {
    fallback: 2_000_000,
    min: 0,
    max: 2_000_000_000,
    what: 'Tokens of the language model in a day, of all processes together',
    unit: 'tokens',
    beyond: '503, or the step of the job fails with the reason',
  },
  ACTIVITY_DAYS: {
    fallback: 90,
    min: 1,
    max: 3650,
    what: 'Time for which the activity of agents is kept',
    unit: 'days',
    beyond: 'deleted',
  },
  JOB_DAYS: {
    fallback: 90,
    min: 0,
    max: 3650,
    what: 'Time for which ended jobs and their steps are kept; 0 keeps them',
    unit: 'days',
    beyond: 'deleted',
  },
  MAIL_DAYS: {
    fallback: 90,
    min: 0,
    max: 3650,
    what: 'Time for which sent mails are kept; 0 keeps them',
    unit: 'days',
    beyond: 'deleted',
  },
  RETRIEVAL_DAYS: {
    fallback: 0,
    min: 0,
    max: 3650,
    what: 'Time for which the log of retrievals is kept; 0 keeps it. The counts of memories stay',
    unit: 'days',
    beyond: 'deleted',
  },
  AUDIT_DAYS: {
    fallback: 0,
    min: 0,
    max: 3650,
    what: 'Time for which the audit trail is kept; 0 keeps it',
    unit: 'days',
    beyond: 'deleted',
  },
} as const satisfies Record<string, LimitVariable>;
