/** Tables of operations on memory: retrievals, durable jobs, executed suggestions, fingerprints and embeddings. */
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, id, timestampColumn, tenantId, updatedAt, newestFirst } from './columns';
import { scope, scopeCheck, memoryBlockId } from './memory';
import { userId } from './people';

/** One row per retrieval of a block. Copies the token's name, since tokens may be deleted. Partitioned by time. */
export const retrievalEvents = pgTable(
  'retrieval_events',
  {
    id: bigserial('id', { mode: 'number' }).notNull(),
    memoryBlockId: memoryBlockId(),
    userId: userId(),
    tokenId: uuid('token_id').notNull(),
    tokenName: varchar('token_name', { length: 100 }).notNull(),
    kind: varchar('kind', { length: 20 }).notNull(),
    query: text('query'),
    rank: integer('rank'),
    createdAt: createdAt(),
    tenantId: tenantId(),
  },
  (table) => [
    index('retrieval_events_block_idx').on(table.memoryBlockId, ...newestFirst(table.createdAt, table.id)),
  ],
);

export const jobStatus = pgEnum('job_status', ['queued', 'running', 'completed', 'failed', 'cancelled']);

/** Work that outlives its request. `token` is the token that started it, null for a person. */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: varchar('kind', { length: 50 }).notNull(),
    status: jobStatus('status').notNull().default('queued'),
    userId: userId(),
    token: jsonb('token'),
    /** No foreign key: jobs outlive the organization that they delete. */
    organizationId: uuid('organization_id'),
    /** Caller-defined id of the run that includes this job. */
    runId: uuid('run_id'),
    options: jsonb('options').notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    error: text('error'),
    /** The process that holds and renews the lease; an expired lease means that it died. */
    leasedBy: uuid('leased_by'),
    leaseUntil: timestampColumn('lease_until'),
    /** When it was last worked on, for round-robin scheduling of people and organizations. */
    servedAt: timestampColumn('served_at'),
    createdAt: createdAt(),
    startedAt: timestampColumn('started_at'),
    finishedAt: timestampColumn('finished_at'),
    tenantId: tenantId(),
  },
  (table) => [
    index('jobs_open_idx')
      .on(table.createdAt)
      .where(sql`status in ('queued', 'running')`),
    index('jobs_user_idx').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('jobs_user_turn_idx').on(table.userId, table.servedAt),
    index('jobs_organization_turn_idx').on(table.organizationId, table.servedAt),
  ],
);

/** Steps of a job. The outcome is written in the same transaction as the work, so no step runs twice. */
export const jobItems = pgTable(
  'job_items',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    input: jsonb('input').notNull(),
    outcome: jsonb('outcome'),
    tenantId: tenantId(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.position] })],
);

/** Executed suggestions. Ids are derived from the content, so that the same suggestion is recognized again. */
export const optimizationRuns = pgTable(
  'optimization_runs',
  {
    id: uuid('id').primaryKey(),
    suggestion: jsonb('suggestion').notNull(),
    results: jsonb('results').notNull(),
    ...scope('cascade'),
    actorUserId: uuid('actor_user_id').notNull(),
    completedAt: timestampColumn('completed_at').notNull().defaultNow(),
  },
  (table) => [
    scopeCheck('optimization_runs_scope_check', table),
    index('optimization_runs_list_idx').on(table.completedAt.desc().nullsFirst()),
  ],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Idempotent writes, by the hash of their `Idempotency-Key`. The row is written in the transaction of the write, with its response; a row
 * without a response belongs to unfinished work that spans several transactions.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** No foreign key: its lock on the person would deadlock with writes that lock the person later. */
    userId: uuid('user_id').notNull(),
    keyHash: varchar('key_hash', { length: 64 }).notNull(),
    /** Hash of the request: reusing a key for another request is rejected. */
    requestHash: varchar('request_hash', { length: 64 }).notNull(),
    /** Encrypted with the key, which is not stored: responses may contain secrets, such as a new token. */
    answer: bytes('answer'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('idempotency_keys_age_idx').on(table.createdAt),
  ],
);

/** MinHash bands of a block's text as of `source_updated_at`; near-duplicates share at least one band. */
export const memoryBlockFingerprints = pgTable(
  'memory_block_fingerprints',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    bands: integer('bands').array().notNull(),
    sourceHash: varchar('source_hash', { length: 32 }).notNull(),
    tenantId: tenantId(),
  },
  (table) => [index('memory_block_fingerprints_bands_idx').using('gin', table.bands)],
);

/**
 * Embeddings of block texts, normalized to length 1, by model; a text change deletes them. Plain arrays, so that the table requires no
 * extension; `storage/vectorIndex.ts` adds a vector index where one is available.
 */
export const memoryBlockEmbeddings = pgTable(
  'memory_block_embeddings',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    model: varchar('model', { length: 200 }).notNull(),
    embedding: real('embedding').array().notNull(),
    updatedAt: updatedAt(),
    tenantId: tenantId(),
  },
  (table) => [index('memory_block_embeddings_model_idx').on(table.model, table.memoryBlockId)],
);

/** Queue of blocks to embed; filled once a model has been configured. */
export const memoryBlocksToEmbed = pgTable(
  'memory_blocks_to_embed',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    tenantId: tenantId(),
    /** When the text was written; if it is later than an embedding's text, that embedding is stale. */
    textAt: timestampColumn('text_at').notNull(),
    /** Lease or back-off: a process is working on it, or the server rejected it. */
    retryAt: timestampColumn('retry_at').notNull().defaultNow(),
    refusals: integer('refusals').notNull().default(0),
  },
  (table) => [
    index('memory_blocks_to_embed_tenant_idx').on(table.tenantId),
    index('memory_blocks_to_embed_newest_idx').on(table.textAt.desc().nullsFirst()),
  ],
);
