/** Import of memories: many rows per call, with a result for each. */
import { z } from 'zod';
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME, MAX_IMPORT_ROWS, MAX_KEYWORD } from '../rules/limits';
import { blockFieldsWritten } from './blockFields';
import { Name, ScopeQuery, Uuid, withoutHidden } from './common';
import { endpoint } from './endpoint';
import { Score } from './memoryBlocks';
import { Problem } from './memoryFilters';

const count = z.number().int().min(0).max(2_147_483_647);

/** ISO-8601; UTC if it has no offset, which is how older services write it. */
const Moment = z.iso
  .datetime({ offset: true, local: true, error: 'Enter a time as ISO-8601.' })
  .refine((time) => time >= '1970' && time < '9999', 'Enter a year from 1970 to 9998.');

const AgentName = Name(MAX_AGENT_NAME);

/** One memory of a file, with the field names of the memory list. */
export const ImportRow = z.object({
  ...z.object(blockFieldsWritten).partial().required({ content: true }).shape,
  /** The agent, by its name in the workspace or among public agents; by id if there is no name. */
  agent_name: AgentName.nullish(),
  agent_id: Uuid.nullish(),
  /** Absent: all such rows of the request share a new conversation. */
  conversation_id: Uuid.nullish(),
  /** Null or absent: unrated. */
  feedback_score: Score.nullish(),
  /** Marks the memory as wrong or outdated. */
  problem: Problem.nullish(),
  retrieval_count: count.nullish(),
  /** Keyword texts; hidden characters are removed. Absent: keywords are extracted from the content, as for a new memory. */
  keywords: z
    .array(z.string().overwrite(withoutHidden).pipe(Name(MAX_KEYWORD, 'Enter a keyword.')))
    .max(200)
    .optional(),
  archived: z.boolean().nullish(),
  archived_at: Moment.nullish(),
  /** Absent: now. */
  created_at: Moment.nullish(),
  /** Absent: the creation time. */
  updated_at: Moment.nullish(),
  /**
   * Ordinal, from 1, among the file's rows with equal texts, for files sent in several parts: the row already exists if the workspace has
   * at least that many. Absent: counted within the request.
   */
  copy: count.min(1).optional(),
});

/** Accepts any value, so that an invalid row is rejected alone and not the whole request. */
const AnyRow = z.unknown() as z.ZodType as z.ZodType<unknown, never>;

/** Rows of one request. */
export const ImportRows = z
  .array(z.union([ImportRow, AnyRow]))
  .min(1)
  .max(MAX_IMPORT_ROWS);

const ImportBody = z.object({
  rows: ImportRows,
  /** Creates agents and keywords that the workspace lacks; otherwise rows that name them are rejected. */
  create_missing: z.boolean().default(false),
  /** Descriptions of agents to create. */
  agents: z
    .array(z.object({ agent_name: AgentName, description: z.string().max(MAX_AGENT_DESCRIPTION).nullable() }))
    .max(MAX_IMPORT_ROWS)
    .default([]),
  /** Stores rows even if the workspace has a memory with the same content, lessons learned and errors. */
  store_equal: z.boolean().default(false),
  /** Masks secrets in the rows, regardless of the workspace's policy. */
  mask_secrets: z.boolean().default(false),
  /** Reports the outcome without changing anything; omits ids of rows that it would create. */
  dry_run: z.boolean().default(false),
});

const ImportResult = z.object({
  status: z.enum(['created', 'already_there', 'refused']),
  /** The new memory, or the existing equal one. */
  memory_block_id: Uuid.nullable(),
  /** Reason for the rejection, as a sentence. */
  error: z.string().nullable(),
  /** Names that the workspace lacks. */
  missing_agent: z.string().nullable(),
  missing_keywords: z.array(z.string()),
});

export const importBlockEndpoints = {
  'POST /memory-blocks/bulk-import': endpoint({
    summary:
      'Imports memories with all their fields into the active scope, in one transaction. Skips rows equal to an existing memory; a rejected row does not affect the others.',
    query: ScopeQuery,
    body: ImportBody,
    response: z.object({
      /** One per row, in request order. */
      results: z.array(ImportResult),
      created_count: count,
      already_there_count: count,
      refused_count: count,
      /** Agents and keywords that the import created, for undo. */
      created_agents: z.array(z.object({ agent_id: Uuid, agent_name: z.string() })),
      created_keywords: z.array(z.object({ keyword_id: Uuid, keyword_text: z.string() })),
    }),
  }),
};

export type ImportRow = z.infer<typeof ImportRow>;
export type ImportResult = z.infer<typeof ImportResult>;
