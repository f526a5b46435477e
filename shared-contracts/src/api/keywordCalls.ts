/** Endpoints of the keyword catalog. */
import { z } from 'zod';
import { MAX_KEYWORD } from '../rules/limits';
import { endpoint } from './endpoint';
import { AfterRow, IdParams, Name, ScopeQuery, SkipLimit, Uuid, VisibilityScope } from './common';
import { Keyword } from './keywords';
import { MemoryBlock } from './memoryBlocks';

const Text = Name(MAX_KEYWORD, 'Enter a keyword.');
const AFTER_KEYWORD = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_.+$/i;
const Count = z.object({ count: z.number().int() });

export const keywordEndpoints = {
  'GET /keywords/': endpoint({
    summary:
      'Keywords of the active scope, alphabetically; `query` keeps those that contain all of its words. X-Total-Count.',
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(100).shape,
      query: z.string().trim().max(MAX_KEYWORD).optional(),
      /** Keyset cursor: id and text of the last row, joined by `_`. Valid even if that row was renamed or deleted. */
      after: z
        .string()
        .regex(AFTER_KEYWORD, 'Pass the id and the text of a keyword, joined by _.')
        .optional(),
    }),
    response: z.array(Keyword),
  }),
  'POST /keywords/': endpoint({
    summary: 'Create a keyword in the active scope.',
    query: ScopeQuery,
    body: z.object({ keyword_text: Text }),
    status: 201,
    response: Keyword,
  }),
  'GET /keywords/counts': endpoint({
    summary: 'Number of unarchived memories with each keyword of the active scope.',
    query: ScopeQuery,
    response: z.object({ counts: z.array(z.object({ keyword_id: Uuid, count: z.number().int() })) }),
  }),
  'GET /keywords/{id}': endpoint({
    summary: 'One keyword.',
    params: IdParams,
    query: ScopeQuery,
    response: Keyword,
  }),
  'PUT /keywords/{id}': endpoint({
    summary: 'Change the text. The scope of a keyword cannot be changed.',
    params: IdParams,
    query: ScopeQuery,
    body: z.object({ keyword_text: Text.optional(), visibility_scope: VisibilityScope.nullish() }),
    response: Keyword,
  }),
  'DELETE /keywords/{id}': endpoint({
    summary: 'Delete a keyword and its links.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'GET /keywords/{id}/memory-blocks/': endpoint({
    summary: 'Unarchived memories with this keyword, newest first. X-Total-Count.',
    params: IdParams,
    query: z.object({ ...ScopeQuery.shape, ...SkipLimit(50).shape, after: AfterRow }),
    response: z.array(MemoryBlock),
  }),
  'GET /keywords/{id}/memory-blocks/count': endpoint({
    summary: 'Number of unarchived memories with this keyword.',
    params: IdParams,
    query: ScopeQuery,
    response: Count,
  }),
};
