/** Schemas shared by several resources: ids, times, scope, pages, errors. */
import { z } from 'zod';
import { UUID_PATTERN } from '../rules/ids';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { normalizeText } from '../rules/normalizeText';
import { isVisible } from '../rules/visibleText';

export const Uuid = z.string().trim().regex(UUID_PATTERN, 'Enter a valid UUID.').toLowerCase();

/** For a query parameter that is present without a value. */
export const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** An empty string counts as absent. */
export const optionalUuid = z.preprocess(emptyIsAbsent, Uuid.optional());

/**
 * Characters that show nothing or change how their neighbors look: controls, line breaks, joiners, direction marks, fillers, and every mark
 * beyond the fourth on one letter (the limit of Unicode's security mechanisms), which would cover the lines above and below.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?<=\p{Mn}{4})\p{Mn}/gu;
/** Emoji contain invisible joiners. Not a regex literal: the `v` flag is newer than the builds' language level. */
const emoji = () => new RegExp('\\p{RGI_Emoji}', 'gv');
const isHidden = (text: string) => normalizeText(text, 'NFD').search(HIDDEN) !== -1;

export const HIDDEN_IN_NAME =
  'Names cannot contain line breaks, control characters, invisible characters or more than four accents on a letter.';

/**
 * Whether a name has no hidden characters. Counts accents whether or not they are composed into their letter. Checks for emoji last: in a
 * process that has compiled many patterns, V8 stops optimizing them, and this one then tries 3,000 sequences per letter.
 */
export const isPlain = (text: string): boolean => !isHidden(text) || !isHidden(text.replace(emoji(), ''));

/** A name from another system without its hidden characters, for names that cannot be rejected. */
export const withoutHidden = (text: string): string =>
  isPlain(text) ? text : normalizeText(text, 'NFD').replace(HIDDEN, '').normalize('NFC');

/** Text from a person: trimmed, at most `most` characters, at least one of them visible. */
const VisibleText = (most: number, problem: string) =>
  z.string().trim().min(1, { error: problem, abort: true }).max(most).refine(isVisible, problem);

/** A name that others see: visible text without hidden characters. */
export const Name = (most: number, problem = 'Enter a name.') =>
  VisibleText(most, problem).refine(isPlain, HIDDEN_IN_NAME);

/** ISO-8601 in UTC with a trailing `Z`. */
export const Timestamp = z.string();

export const VisibilityScope = z.enum(['personal', 'organization', 'public']);

/** Query parameters of every scoped call, beside the headers `X-Active-Scope` and `X-Organization-Id`. */
export const ScopeQuery = z.object({
  scope: z.string().optional(),
  organization_id: z.string().optional(),
});

const KEY = /(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)|\d{1,10}|null)_/;
const cursorSchema = (id: RegExp) =>
  z
    .string()
    .regex(
      new RegExp(`^${KEY.source}${id.source}$`, 'i'),
      'Pass the time or number and the id of a row, joined by _.',
    )
    .optional();

/**
 * Keyset cursor: the last row's sort value (`null` if it has none) and id, joined by `_`. Unlike `skip`, it neither misses nor repeats rows
 * when others are archived or added between pages.
 */
export const AfterRow = cursorSchema(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/);

/** The same for a list with numeric row ids. */
export const AfterNumbered = cursorSchema(/\d{1,18}/);

export const SkipLimit = (defaultLimit: number) =>
  z.object({
    skip: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(0).max(MAX_PAGE_SIZE).default(defaultLimit),
  });

/** A page of a list: its rows, the total, and the number of pages for the requested limit (0 if empty). */
export const Page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total_items: z.number().int(), total_pages: z.number().int() });

export const IdParams = z.object({ id: Uuid });

/** One validation issue, in FastAPI's format. */
const ValidationIssue = z.object({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  input: z.unknown().optional(),
});

/** Body of every error. `code` is for programs, where the status alone is ambiguous. */
export const ErrorBody = z.object({
  detail: z.union([z.string(), z.array(ValidationIssue)]),
  code: z.string().optional(),
});

export type VisibilityScope = z.infer<typeof VisibilityScope>;
export type ErrorBody = z.infer<typeof ErrorBody>;
