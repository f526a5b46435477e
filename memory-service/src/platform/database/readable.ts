/**
 * Views of what a transaction may read, to replace their tables in a query. They express the same rules as the tables' policies, but the
 * planner may combine their conditions with those of the query, so searches can use indexes.
 */
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { memoryBlocks } from '../../schema/memory';

export const readableBlocks = sql.raw('readable_memory_blocks as memory_blocks');
/** Retrieval count and last retrieval of a memory. */
export const readableUsage = sql.raw('readable_memory_block_usage as usage');
export const readableAgents = sql.raw('readable_agents as agents');
export const readableKeywords = sql.raw('readable_keywords as keywords');
/** A keyword link with the ownership and archive columns of its memory. */
export const readableLinks = sql.raw('readable_memory_block_keywords as link');
/** Those columns, for conditions. */
export const blockOfLink = alias(memoryBlocks, 'link');
export const readableEmbeddings = sql.raw('readable_memory_block_embeddings as memory_block_embeddings');
export const readableFingerprints = sql.raw('readable_memory_block_fingerprints as print');
/** Links without columns of their memory, to avoid a second lookup for lists that already have them. */
export const readableKeywordLinks = sql.raw('readable_keyword_links as link');
