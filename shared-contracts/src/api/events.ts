/** Live changes: a stream of server-sent events that name what to reload and carry no content. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { Uuid, VisibilityScope } from './common';

export const ChangeKind = z.enum([
  'memories',
  /** Agents retrieved memories: only the counters have changed. */
  'retrievals',
  'agents',
  'keywords',
  'suggestions',
  'jobs',
  'notifications',
  /** The person's own memberships or rights. */
  'access',
  'members',
  'invitations',
  'organizations',
]);

/** Rows of one kind and workspace, changed by one statement. */
export const Change = z.object({
  kind: ChangeKind,
  /** Workspace; null for rows of a person or of the organization itself. */
  scope: VisibilityScope.nullable(),
  organization_id: Uuid.nullable(),
  /** At most 100 of the changed rows; the counters cover all of them. */
  ids: z.array(Uuid),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
});

export const eventEndpoints = {
  'GET /events': endpoint({
    summary:
      'Live changes visible to the caller. `ready` opens the stream with the missed changes, `changes` carries further ones, `reset` signals that some were lost. Resume with `Last-Event-ID`.',
    query: z.object({
      /** For a first stream: age in seconds of the data on the page; the stream starts with the changes since then. */
      age: z.coerce.number().int().min(0).max(300).optional(),
    }),
    stream: z.array(Change),
  }),
};

export type Change = z.infer<typeof Change>;
export type ChangeKind = z.infer<typeof ChangeKind>;
