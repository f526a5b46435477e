/** Indexes built while the service runs: building them in a migration would block all writes. */

export interface DeferredIndex {
  name: string;
  isUnique?: true;
  definition: string;
}

/** Finds memory blocks by content; must match `hashExpression` of imports. */
const CONTENT_HASH_INDEX: DeferredIndex = {
  name: 'memory_blocks_text_hash_idx',
  definition: `on memory_blocks (md5(btrim(coalesce(content, ''), E' \\t\\n\\r\\f\\x0b')))`,
};

/** Covers an organization's statistics and keyword counts, including archived blocks, with the columns that policies check. */
export const SUMMARY_INDEX: DeferredIndex = {
  name: 'memory_blocks_organization_history_idx',
  definition: `on memory_blocks (organization_id, conversation_id, created_at) include (id, visibility_scope, owner_user_id, archived)
    where organization_id is not null`,
};

/** Indexes of earlier releases that are no longer used. */
export const RETIRED_INDEXES: readonly string[] = [
  'memory_blocks_organization_summary_idx',
  'memory_blocks_content_hash_idx',
];

/** Most recently changed first, including archived blocks. */
export const CHANGES_INDEXES: readonly DeferredIndex[] = [
  {
    name: 'memory_blocks_organization_changes_idx',
    definition: 'on memory_blocks (organization_id, updated_at desc, id desc)',
  },
  {
    name: 'memory_blocks_owner_changes_idx',
    definition: 'on memory_blocks (owner_user_id, updated_at desc, id desc) where owner_user_id is not null',
  },
];

/** A pair of indexes, for organizations and owners, on the columns that lists filter and sort by. */
const ownerIndexes = (
  what: string,
  columns: string,
  where: string,
  table = 'memory_blocks',
): readonly [organization: DeferredIndex, owner: DeferredIndex] => [
  {
    name: `${table}_organization_${what}_idx`,
    definition: `on ${table} (organization_id, ${columns}) where ${where} and organization_id is not null`,
  },
  {
    name: `${table}_owner_${what}_idx`,
    definition: `on ${table} (owner_user_id, ${columns}) where ${where} and owner_user_id is not null`,
  },
];

/** Newest first, including archived blocks. */
export const CREATED_INDEXES = ownerIndexes('created', 'created_at desc, id desc', 'true');
/** Best feedback first, unrated blocks last. */
export const BEST_INDEXES = ownerIndexes('rating', 'feedback_score desc nulls last, id desc', 'not archived');
/** Lowest feedback first, unrated blocks last. */
export const LOWEST_INDEXES = ownerIndexes('lowest', 'feedback_score, id', 'not archived');
/** The same for archived blocks. Separate, so that lists of active blocks do not have to skip them. */
export const BEST_ARCHIVED_INDEXES = ownerIndexes(
  'archived_rating',
  'feedback_score desc nulls last, id desc',
  'archived',
);
export const LOWEST_ARCHIVED_INDEXES = ownerIndexes('archived_lowest', 'feedback_score, id', 'archived');
export const ORIGIN_INDEXES = ownerIndexes('origin', 'origin, created_at desc, id desc', 'not archived');
export const PROBLEM_INDEXES = ownerIndexes('problem', 'created_at desc, id desc', 'problem is not null');

/** Covers a workspace's list by name; the unique keys only serve queries that name the kind of workspace, which lists do not. */
export const AGENTS_INDEXES = ownerIndexes('names', 'lower(name), id', 'true', 'agents');
export const KEYWORDS_INDEXES = ownerIndexes('texts', 'lower(text), id', 'true', 'keywords');

/**
 * Makes the tenant part of a row's key, so that a move and concurrent writes of dependent rows wait for each other. Later foreign keys will
 * also start with the tenant.
 */
const TENANT_KEY: DeferredIndex = {
  name: 'memory_blocks_tenant_key',
  isUnique: true,
  definition: 'on memory_blocks (tenant_id, id)',
};

/** Memories of a keyword with the tenant that the readable view checks, so that counts and lists by another index need no table access. */
export const LINKS_INDEX: DeferredIndex = {
  name: 'memory_block_keywords_keyword_tenant_idx',
  definition: 'on memory_block_keywords (keyword_id, tenant_id, memory_block_id)',
};

/** Superseded blocks by the successor that they name. */
export const SUCCESSOR_INDEX: DeferredIndex = {
  name: 'memory_blocks_superseded_by_idx',
  definition: `on memory_blocks (lower(metadata ->> 'superseded_by')) where archived and metadata ? 'superseded_by'`,
};

/** Trigram index for parts of names. Names rarely change, so fast updates are off and searches need not scan a pending list. */
export const AGENT_NAMES_INDEX: DeferredIndex = {
  name: 'agents_folded_name_idx',
  definition: 'on agents using gin (hindsight_folded(name) gin_trgm_ops) with (fastupdate = off)',
};
export const KEYWORD_TEXTS_INDEX: DeferredIndex = {
  name: 'keywords_folded_text_idx',
  definition: 'on keywords using gin (hindsight_folded(text) gin_trgm_ops) with (fastupdate = off)',
};

export const INDEXES: readonly DeferredIndex[] = [
  TENANT_KEY,
  SUMMARY_INDEX,
  CONTENT_HASH_INDEX,
  ...CHANGES_INDEXES,
  ...CREATED_INDEXES,
  ...BEST_INDEXES,
  ...LOWEST_INDEXES,
  ...BEST_ARCHIVED_INDEXES,
  ...LOWEST_ARCHIVED_INDEXES,
  ...ORIGIN_INDEXES,
  ...PROBLEM_INDEXES,
  ...AGENTS_INDEXES,
  ...KEYWORDS_INDEXES,
  LINKS_INDEX,
  SUCCESSOR_INDEX,
  AGENT_NAMES_INDEX,
  KEYWORD_TEXTS_INDEX,
];
