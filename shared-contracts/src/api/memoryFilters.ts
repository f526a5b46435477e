/** What narrows lists and searches of memory blocks. All parameters that are given must hold. */
import { z } from 'zod';
import { UUID_PATTERN } from '../rules/ids';
import { emptyIsAbsent, optionalUuid } from './common';

const MAX_FILTER_IDS = 50;

const UUIDS = new RegExp(`^${UUID_PATTERN.source.slice(1, -1)}(,${UUID_PATTERN.source.slice(1, -1)})*$`, 'i');

/** One id, or several with commas between them. */
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

const moment = z.preprocess(emptyIsAbsent, z.iso.datetime({ offset: true }).optional());

/** Who or what wrote a block: an agent with a token, a person, a merge of other blocks, or an import. */
export const Origin = z.enum(['agent', 'person', 'model', 'import']);

/** What is wrong with a block, in the judgment of a person or an agent. */
export const Problem = z.enum(['wrong', 'outdated']);

/** `high` is 80 or more, `medium` 60 or more, `low` any other score; `wrong` and `outdated` are marks. */
export const FeedbackFilter = z.enum([
  'rated',
  'unrated',
  'high',
  'medium',
  'low',
  'marked',
  ...Problem.options,
]);

/** Each `after` is from this moment on, each `before` is before this moment. */
export const memoryFilters = {
  agent_id: idList,
  conversation_id: optionalUuid,
  keyword_id: idList,
  /** Whether a block has one of the keywords or each of them. */
  keyword_match: z.enum(['any', 'all']).default('any'),
  created_after: moment,
  created_before: moment,
  updated_after: moment,
  updated_before: moment,
  retrieved_after: moment,
  retrieved_before: moment,
  feedback: FeedbackFilter.optional(),
  origin: Origin.optional(),
};

/** The filters of a call, as they were read. */
export type MemoryFilters = z.output<z.ZodObject<typeof memoryFilters>>;
export type Origin = z.infer<typeof Origin>;
export type Problem = z.infer<typeof Problem>;
export type FeedbackFilter = z.infer<typeof FeedbackFilter>;
