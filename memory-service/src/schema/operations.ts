/** Tables of work on memory: who read what, durable jobs, executed suggestions, fingerprints and embeddings. */
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
import { createdAt, id, moment, tenantId, updatedAt, newestFirst } from './columns';
import { scope, scopeCheck, memoryBlockId } from './memory';
import { userId } from './people';

/** One row for each retrieval of a block. Tokens may be deleted later, so what they were is kept. In partitions by time. */
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

/** Work that outlives its request. `token` names the token that started it, null for a person. */
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
    /** What the caller named the run that this job is a part of. */
    runId: uuid('run_id'),
    options: jsonb('options').notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    error: text('error'),
    /** The process that works on it renews the lease; an expired one belongs to a process that died. */
    leasedBy: uuid('leased_by'),
    leaseUntil: moment('lease_until'),
    /** When it was last worked on: people and organizations take turns. */
    servedAt: moment('served_at'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
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

/** The steps of a job. A step's outcome is written in the transaction that does its work, so none is done twice. */
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

/** Suggestions that were carried out: their ids are derived from what they are about, so they are known again. */
export const optimizationRuns = pgTable(
  'optimization_runs',
  {
    id: uuid('id').primaryKey(),
    suggestion: jsonb('suggestion').notNull(),
    results: jsonb('results').notNull(),
    ...scope('cascade'),
    actorUserId: uuid('actor_user_id').notNull(),
    completedAt: moment('completed_at').notNull().defaultNow(),
  },
  (table) => [
    scopeCheck('optimization_runs_scope_check', table),
    index('optimization_runs_list_idx').on(table.completedAt.desc().nullsFirst()),
  ],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Writes that may be repeated, by the hash of their `Idempotency-Key`. The row is written in the transaction of the write, with
 * the answer; without an answer it belongs to work that takes several transactions and is not finished.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** No foreign key: its lock on the person would deadlock with writes that lock the person afterwards. */
    userId: uuid('user_id').notNull(),
    keyHash: varchar('key_hash', { length: 64 }).notNull(),
    /** What was asked: the same key with another request is refused. */
    requestHash: varchar('request_hash', { length: 64 }).notNull(),
    /** Encrypted with the key, which is not stored: answers may hold secrets, such as a new token. */
    answer: bytes('answer'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('idempotency_keys_age_idx').on(table.createdAt),
  ],
);

/** MinHash bands of a block's text as it was at `source_updated_at`; near-duplicates share at least one band. */
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
 * Vectors of a block's text, of length 1, by the model that made them; a new text deletes its vector. Plain numbers, so that the table
 * needs no extension; `storage/vectorIndex.ts` makes the index where there is one.
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

/** Blocks that wait for a vector: what is written once a model was configured. */
export const memoryBlocksToEmbed = pgTable(
  'memory_blocks_to_embed',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    tenantId: tenantId(),
    /** When the text was written; a later one means that a vector just made is out of date. */
    textAt: moment('text_at').notNull(),
    /** Not before: a process works on it, or the server refused it. */
    retryAt: moment('retry_at').notNull().defaultNow(),
    refusals: integer('refusals').notNull().default(0),
  },
  (table) => [
    index('memory_blocks_to_embed_tenant_idx').on(table.tenantId),
    index('memory_blocks_to_embed_newest_idx').on(table.textAt.desc().nullsFirst()),
  ],
);
