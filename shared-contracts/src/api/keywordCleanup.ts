/** Keyword cleanup: detects likely duplicates; merges, renames and deletes keywords with one undo. */
import { z } from 'zod';
import { MAX_KEYWORD, MAX_KEYWORD_CHANGES } from '../rules/limits';
import { IdParams, Name, ScopeQuery, Timestamp, Uuid } from './common';
import { endpoint } from './endpoint';

const KeywordUse = z.object({
  keyword_id: Uuid,
  keyword_text: z.string(),
  /** Number of memories that use it, including archived ones. */
  memories: z.number().int(),
});

/** How a keyword differs from the one its group would keep; null for that one. */
const Likeness = z.enum(['separators', 'plural', 'spelling']).nullable();

const Duplicate = KeywordUse.extend({ likeness: Likeness });

export const KeywordCleanup = z.object({
  /** Groups of equivalent keywords; the suggested one to keep comes first. */
  duplicates: z.array(z.object({ keywords: z.array(Duplicate) })),
  /** Keywords that no memory uses, archived ones included, and that nobody chose to keep: a first batch, oldest first. */
  unused: z.array(KeywordUse.omit({ memories: true }).extend({ created_at: Timestamp })),
  unused_total: z.number().int(),
});

/** Merges keywords of one workspace into one with this text; deletes them if the text is null. */
const KeywordChange = z.object({
  keyword_ids: z.array(Uuid).min(1).max(MAX_KEYWORD_CHANGES),
  keyword_text: Name(MAX_KEYWORD, 'Enter a keyword.').nullable(),
});

export const KeywordChanges = z.object({
  /** Id for undo; null if nothing changed. */
  change_id: Uuid.nullable(),
  /** Distinct memories whose keywords change, and how many of them are archived. */
  memories: z.number().int(),
  archived: z.number().int(),
  results: z.array(
    z.object({
      /** The remaining keyword; null if all were deleted. */
      keyword_id: Uuid.nullable(),
      keyword_text: z.string().nullable(),
      removed: z.array(KeywordUse),
    }),
  ),
});

const KeywordDistinction = z.object({
  keyword_id: Uuid,
  other_ids: z.array(Uuid).min(1).max(MAX_KEYWORD_CHANGES),
  /** False revokes it. */
  is_distinct: z.boolean(),
});

const KeptKeywords = z.object({
  keyword_ids: z.array(Uuid).min(1).max(MAX_KEYWORD_CHANGES),
  /** False revokes it. */
  is_kept: z.boolean(),
});

export const keywordCleanupEndpoints = {
  'GET /keywords/cleanup': endpoint({
    summary: 'Likely duplicates among the keywords of the active scope, and unused ones.',
    query: ScopeQuery,
    response: KeywordCleanup,
  }),
  'POST /keywords/changes': endpoint({
    summary:
      'Merge, rename or delete keywords, all or none. Renaming to an existing keyword merges into it. `dry_run` changes nothing.',
    query: ScopeQuery,
    body: z.object({
      changes: z.array(KeywordChange).min(1).max(MAX_KEYWORD_CHANGES),
      dry_run: z.boolean().default(false),
    }),
    response: KeywordChanges,
  }),
  'POST /keywords/changes/{id}/undo': endpoint({
    summary: 'Undo a keyword change and restore its memories. 409 if already undone.',
    params: IdParams,
    query: ScopeQuery,
    response: z.object({ keywords: z.number().int(), memories: z.number().int() }),
  }),
  'POST /keywords/distinctions': endpoint({
    summary:
      'Mark keywords as distinct: they are no longer suggested as duplicates until one of them is renamed.',
    query: ScopeQuery,
    body: KeywordDistinction,
    status: 204,
  }),
  'POST /keywords/kept': endpoint({
    summary: 'Keep unused keywords: they are not listed as unused until renamed.',
    query: ScopeQuery,
    body: KeptKeywords,
    status: 204,
  }),
};

export type Likeness = NonNullable<z.infer<typeof Likeness>>;
export type KeywordCleanup = z.infer<typeof KeywordCleanup>;
export type KeywordChange = z.infer<typeof KeywordChange>;
export type KeywordDistinction = z.infer<typeof KeywordDistinction>;
export type KeptKeywords = z.infer<typeof KeptKeywords>;
export type KeywordChanges = z.infer<typeof KeywordChanges>;
