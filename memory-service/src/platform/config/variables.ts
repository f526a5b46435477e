/** Limits that a deployment sets through variables; explained in docs/limits.md. */

/** Connections to PostgreSQL reserved for cheap reads. */
export const RESERVED_FOR_READS = 2;

export const LIMIT_VARIABLES = {
  RATE_LIMIT_PER_SECOND: { fallback: 0, min: 0, max: 1_000_000 },
  WAITING_PER_CALLER: { fallback: 1000, min: 1, max: 1_000_000 },
  DATABASE_POOL_SIZE: { fallback: 10, min: RESERVED_FOR_READS + 1, max: 1000 },
  DATABASE_READ_MAX_LAG_SECONDS: { fallback: 5, min: 1, max: 3600 },
  JOBS_PER_PERSON: { fallback: 1000, min: 1, max: 1_000_000 },
  JOBS_PER_ORGANIZATION: { fallback: 5000, min: 1, max: 1_000_000 },
  EMAIL_RATE_LIMIT_HOUR: { fallback: 100, min: 1, max: 1_000_000 },
  EMAIL_RATE_LIMIT_DAY: { fallback: 1000, min: 1, max: 1_000_000 },
  SUPPORT_CONTACT_MIN_INTERVAL_SECONDS: { fallback: 60, min: 0, max: 86_400 },
  EMBEDDINGS_TIMEOUT_SECONDS: { fallback: 5, min: 1, max: 60 },
  LLM_TIMEOUT_SECONDS: { fallback: 60, min: 1, max: 600 },
  LLM_DAILY_TOKENS: { fallback: 2_000_000, min: 0, max: 2_000_000_000 },
  ACTIVITY_DAYS: { fallback: 90, min: 1, max: 3650 },
  JOB_DAYS: { fallback: 90, min: 0, max: 3650 },
  MAIL_DAYS: { fallback: 90, min: 0, max: 3650 },
  RETRIEVAL_DAYS: { fallback: 0, min: 0, max: 3650 },
  AUDIT_DAYS: { fallback: 0, min: 0, max: 3650 },
} as const satisfies Record<string, { fallback: number; min: number; max: number }>;
