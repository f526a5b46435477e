/** Schemas that several resources share: ids, times, scope, pages, errors. */
import { z } from 'zod';
import { UUID_PATTERN } from '../rules/ids';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { normalizeText } from '../rules/normalizeText';
import { isVisible } from '../rules/visibleText';

export const Uuid = z.string().trim().regex(UUID_PATTERN, 'Enter a valid UUID.').toLowerCase();

/** Of a query parameter that is there without a value. */
export const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** An empty string counts as absent, as on the public service. */
export const optionalUuid = z.preprocess(emptyIsAbsent, Uuid.optional());

/**
 * What shows nothing or changes how its neighbors are shown: controls, line breaks, joiners, direction marks, fillers, and every sign
 * beyond the fourth on one letter (the limit of Unicode's security mechanisms), which would cover the lines above and below.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?<=\p{Mn}{4})\p{Mn}/gu;
/** Emoji are joined by invisible characters. Not a literal: the flag is newer than the language level of the builds. */
const emoji = () => new RegExp('\\p{RGI_Emoji}', 'gv');
const isHidden = (text: string) => normalizeText(text, 'NFD').search(HIDDEN) !== -1;

export const HIDDEN_IN_NAME =
  'Names cannot contain line breaks, control characters, invisible characters or more than four accents on a letter.';

/**
 * Whether every character of a name is seen as what it is. Accents are counted however they came: one may be part of its letter. Emoji are
 * looked for last: a process that has compiled many patterns no longer optimizes them, and this one then tries 3,000 sequences at each letter.
 */
export const isPlain = (text: string): boolean => !isHidden(text) || !isHidden(text.replace(emoji(), ''));

/** A name from elsewhere, which is not refused, without its hidden characters. */
export const withoutHidden = (text: string): string =>
  isPlain(text) ? text : normalizeText(text, 'NFD').replace(HIDDEN, '').normalize('NFC');

/** A text given by a person: trimmed, of at most `most` characters, at least one of them visible. */
const VisibleText = (most: number, problem: string) =>
  z.string().trim().min(1, { error: problem, abort: true }).max(most).refine(isVisible, problem);

/** A name that others see: a visible text without hidden characters. */
export const Name = (most: number, problem = 'Enter a name.') =>
  VisibleText(most, problem).refine(isPlain, HIDDEN_IN_NAME);

/** ISO-8601 in UTC with a trailing `Z`. */
export const Timestamp = z.string();

export const VisibilityScope = z.enum(['personal', 'organization', 'public']);

/** Query parameters that every scoped call takes beside the headers `X-Active-Scope` and `X-Organization-Id`. */
export const ScopeQuery = z.object({
  scope: z.string().optional(),
  organization_id: z.string().optional(),
});

const KEY = /(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)|\d{1,10}|null)_/;
const placeIn = (id: RegExp) =>
  z
    .string()
    .regex(
      new RegExp(`^${KEY.source}${id.source}$`, 'i'),
      'Pass the time or number and the id of a row, joined by _.',
    )
    .optional();

/**
 * The time or number that the list is sorted by (`null` where the row has none) and the id of the last row, joined by `_`: the rows behind
 * it. Unlike `skip`, it misses and repeats none when others are archived or added meanwhile.
 */
export const AfterRow = placeIn(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/);

/** The same in a list whose rows are numbered. */
export const AfterNumbered = placeIn(/\d{1,18}/);

export const SkipLimit = (defaultLimit: number) =>
  z.object({
    skip: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(0).max(MAX_PAGE_SIZE).default(defaultLimit),
  });

/** A page of a list: the rows, the number of all rows, and how many pages the asked limit makes (0 when empty). */
export const Page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total_items: z.number().int(), total_pages: z.number().int() });

export const IdParams = z.object({ id: Uuid });

/** One complaint of a failed validation, in the form that FastAPI gives it. */
const ValidationIssue = z.object({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  input: z.unknown().optional(),
});

/** Every error body. `code` is for programs, where the status alone is ambiguous. */
export const ErrorBody = z.object({
  detail: z.union([z.string(), z.array(ValidationIssue)]),
  code: z.string().optional(),
});

export type VisibilityScope = z.infer<typeof VisibilityScope>;
export type ErrorBody = z.infer<typeof ErrorBody>;
