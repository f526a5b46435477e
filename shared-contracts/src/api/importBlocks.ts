/** Import of memory blocks: many rows in one call, with a result for each. */
import { z } from 'zod';
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME, MAX_IMPORT_ROWS, MAX_KEYWORD } from '../rules/limits';
import { blockFieldsWritten } from './blockFields';
import { Name, ScopeQuery, Uuid, withoutHidden } from './common';
import { endpoint } from './endpoint';
import { Score } from './memoryBlocks';
import { Problem } from './memoryFilters';

const count = z.number().int().min(0).max(2_147_483_647);

/** ISO-8601; without an offset it is UTC, as the public service writes it. */
const Moment = z.iso
  .datetime({ offset: true, local: true, error: 'Enter a time as ISO-8601.' })
  .refine((time) => time >= '1970' && time < '9999', 'Enter a year from 1970 to 9998.');

const AgentName = Name(MAX_AGENT_NAME);

/** One memory block of a file, with the names that a list of memory blocks has for its fields. */
export const ImportRow = z.object({
  ...z.object(blockFieldsWritten).partial().required({ content: true }).shape,
  /** The agent: by its name in the workspace or among the public agents; by its id where there is no name. */
  agent_name: AgentName.nullish(),
  agent_id: Uuid.nullish(),
  /** Absent: the rows of the request without one become a conversation of their own. */
  conversation_id: Uuid.nullish(),
  /** Null or absent: no feedback yet. */
  feedback_score: Score.nullish(),
  /** The mark of a memory that is wrong or outdated. */
  problem: Problem.nullish(),
  retrieval_count: count.nullish(),
  /** Their texts, which lose hidden characters. Absent: keywords are extracted from the content, as for a new memory block. */
  keywords: z
    .array(z.string().overwrite(withoutHidden).pipe(Name(MAX_KEYWORD, 'Enter a keyword.')))
    .max(200)
    .optional(),
  archived: z.boolean().nullish(),
  archived_at: Moment.nullish(),
  /** Absent: now. */
  created_at: Moment.nullish(),
  /** Absent: the creation. */
  updated_at: Moment.nullish(),
  /**
   * Which of the rows with equal texts it is, from 1, where a file has several and is sent in parts: the row is already there when the
   * workspace holds as many. Absent: counted within the request.
   */
  copy: count.min(1).optional(),
});

/** A row that is not valid is refused alone: the request takes any value in its place. */
const AnyRow = z.unknown() as z.ZodType as z.ZodType<unknown, never>;

/** The rows of one request. */
export const ImportRows = z
  .array(z.union([ImportRow, AnyRow]))
  .min(1)
  .max(MAX_IMPORT_ROWS);

const ImportBody = z.object({
  rows: ImportRows,
  /** Creates the agents and keywords that the workspace lacks; otherwise the rows that name them are refused. */
  create_missing: z.boolean().default(false),
  /** Descriptions of the agents that are created. */
  agents: z
    .array(z.object({ agent_name: AgentName, description: z.string().max(MAX_AGENT_DESCRIPTION).nullable() }))
    .max(MAX_IMPORT_ROWS)
    .default([]),
  /** Stores rows whose content, lessons learned and errors a memory block of the workspace has already. */
  store_equal: z.boolean().default(false),
  /** Masks secrets in the rows, whatever the workspace does with secrets otherwise. */
  mask_secrets: z.boolean().default(false),
  /** Answers what would be done, without ids of what it would create, and changes nothing. */
  dry_run: z.boolean().default(false),
});

const ImportResult = z.object({
  status: z.enum(['created', 'already_there', 'refused']),
  /** The new or the equal memory block. */
  memory_block_id: Uuid.nullable(),
  /** Why the row was refused: a sentence. */
  error: z.string().nullable(),
  /** Names that the workspace lacks. */
  missing_agent: z.string().nullable(),
  missing_keywords: z.array(z.string()),
});

export const importBlockEndpoints = {
  'POST /memory-blocks/bulk-import': endpoint({
    summary:
      'Stores memory blocks of a file in the active scope with all their fields, in one transaction. Rows that are equal to a memory block there are left out; one that is refused leaves the others alone.',
    query: ScopeQuery,
    body: ImportBody,
    response: z.object({
      /** One for each row, in their order. */
      results: z.array(ImportResult),
      created_count: count,
      already_there_count: count,
      refused_count: count,
      /** What was created for the rows, for an undo. */
      created_agents: z.array(z.object({ agent_id: Uuid, agent_name: z.string() })),
      created_keywords: z.array(z.object({ keyword_id: Uuid, keyword_text: z.string() })),
    }),
  }),
};

export type ImportRow = z.infer<typeof ImportRow>;
export type ImportResult = z.infer<typeof ImportResult>;
