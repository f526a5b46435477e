/** Saved views: named filters, sort order and search mode of the memory list, private or shared in the workspace. */
import { z } from 'zod';
import {
  MAX_PINNED_VIEWS,
  MAX_SAVED_VIEWS,
  MAX_SEARCH_TEXT,
  MAX_VIEW_NAME,
  MAX_VIEW_PARAMETERS,
} from '../rules/limits';
import { isVisible } from '../rules/visibleText';
import { endpoint } from './endpoint';
import { HIDDEN_IN_NAME, IdParams, isPlain, ScopeQuery, Timestamp, Uuid } from './common';

const MAX_PARAMETER_NAME = 40;

const SavedViewInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: 'Enter a name.', abort: true })
    .max(MAX_VIEW_NAME, `A name may have at most ${MAX_VIEW_NAME} characters.`)
    .refine(isVisible, 'Enter a name.')
    .refine(isPlain, HIDDEN_IN_NAME),
  /** Query parameters of the list, e.g. `{ "agent": "…", "created": "7d" }`. The service stores them unchanged. */
  parameters: z
    .record(z.string().min(1).max(MAX_PARAMETER_NAME), z.string().max(MAX_SEARCH_TEXT))
    .refine((given) => Object.keys(given).length <= MAX_VIEW_PARAMETERS, 'Too many parameters.'),
  /** Whether everyone in the workspace sees it. */
  is_shared: z.boolean(),
});

export const SavedView = z.object({
  id: Uuid,
  name: z.string(),
  parameters: z.record(z.string(), z.string()),
  is_shared: z.boolean(),
  /** Whether the caller may rename, replace, share or delete it. */
  may_change: z.boolean(),
  /** Whether the caller has pinned it to the sidebar. */
  is_pinned: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const savedViewEndpoints = {
  'GET /saved-views/': endpoint({
    summary: `The caller's own views of the active scope and those shared in it, by name, at most ${MAX_SAVED_VIEWS} of each.`,
    query: ScopeQuery,
    response: z.object({
      items: z.array(SavedView),
      /** Whether the caller has pinned "New since your last visit" to the sidebar. */
      is_last_visit_pinned: z.boolean(),
    }),
  }),
  'POST /saved-views/': endpoint({
    summary: 'Save a view of the memory list. Sharing it requires write access.',
    query: ScopeQuery,
    body: SavedViewInput,
    status: 201,
    response: SavedView,
  }),
  'PUT /saved-views/{id}': endpoint({
    summary: 'Rename, replace, share or stop sharing a view.',
    params: IdParams,
    query: ScopeQuery,
    body: SavedViewInput,
    response: SavedView,
  }),
  'DELETE /saved-views/{id}': endpoint({
    summary: 'Delete a saved view.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'PUT /pinned-views/': endpoint({
    summary: `Pin a view to the caller's sidebar or unpin it; at most ${MAX_PINNED_VIEWS} in the active scope.`,
    query: ScopeQuery,
    body: z.object({
      /** Null means "New since your last visit". */
      view_id: Uuid.nullable(),
      is_pinned: z.boolean(),
    }),
    status: 204,
  }),
};

export type SavedView = z.infer<typeof SavedView>;
export type SavedViewInput = z.infer<typeof SavedViewInput>;
