/**
 * What a transaction may read, as views that replace their tables in a query. They express the same rules as the tables'
 * policies, but the planner may combine their conditions with those of the query, so that searches go by indexes.
 */
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { memoryBlocks } from '../../schema/memory';

export const readableBlocks = sql.raw('readable_memory_blocks as memory_blocks');
/** How often and when last a block was retrieved. */
export const readableUsage = sql.raw('readable_memory_block_usage as usage');
export const readableAgents = sql.raw('readable_agents as agents');
export const readableKeywords = sql.raw('readable_keywords as keywords');
/** A link with the columns of its block that say whose it is and whether it is archived. */
export const readableLinks = sql.raw('readable_memory_block_keywords as link');
/** Those columns, for conditions. */
export const blockOfLink = alias(memoryBlocks, 'link');
export const readableEmbeddings = sql.raw('readable_memory_block_embeddings as memory_block_embeddings');
export const readableFingerprints = sql.raw('readable_memory_block_fingerprints as print');
/** Links without anything of their blocks: no second look at these where a list has them already. */
export const readableKeywordLinks = sql.raw('readable_keyword_links as link');
