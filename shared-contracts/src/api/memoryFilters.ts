/** Filters for lists and searches of memories. Filters combine with AND. */
import { z } from 'zod';
import { UUID_PATTERN } from '../rules/ids';
import { emptyIsAbsent, optionalUuid } from './common';

const MAX_FILTER_IDS = 50;

const UUIDS = new RegExp(`^${UUID_PATTERN.source.slice(1, -1)}(,${UUID_PATTERN.source.slice(1, -1)})*$`, 'i');

/** One id, or several separated by commas. */
const idList = z.preprocess(
  emptyIsAbsent,
  z
    .string()
    .trim()
    .regex(UUIDS, 'Enter a valid UUID.')
    .toLowerCase()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string()).max(MAX_FILTER_IDS))
    .optional(),
);

const optionalTimestamp = z.preprocess(emptyIsAbsent, z.iso.datetime({ offset: true }).optional());

/** Author of a memory: an agent with a token, a person, a merge of other memories, or an import. */
export const Origin = z.enum(['agent', 'person', 'model', 'import']);

/** Problem of a memory, as judged by a person or an agent. */
export const Problem = z.enum(['wrong', 'outdated']);

/** `high` is 80 or more, `medium` 60 or more, `low` any other score; `wrong` and `outdated` are problem flags. */
export const FeedbackFilter = z.enum([
  'rated',
  'unrated',
  'high',
  'medium',
  'low',
  'marked',
  ...Problem.options,
]);

/** Each `after` is inclusive, each `before` exclusive. */
export const memoryFilters = {
  agent_id: idList,
  conversation_id: optionalUuid,
  keyword_id: idList,
  /** Whether a memory must have one of the keywords or all of them. */
  keyword_match: z.enum(['any', 'all']).default('any'),
  created_after: optionalTimestamp,
  created_before: optionalTimestamp,
  updated_after: optionalTimestamp,
  updated_before: optionalTimestamp,
  retrieved_after: optionalTimestamp,
  retrieved_before: optionalTimestamp,
  feedback: FeedbackFilter.optional(),
  origin: Origin.optional(),
};

/** Parsed filters of a call. */
export type MemoryFilters = z.output<z.ZodObject<typeof memoryFilters>>;
export type Origin = z.infer<typeof Origin>;
export type Problem = z.infer<typeof Problem>;
export type FeedbackFilter = z.infer<typeof FeedbackFilter>;
