/** Changes as they happen: a stream of server-sent events, which says what to load again and carries no text. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { Uuid, VisibilityScope } from './common';

export const ChangeKind = z.enum([
  'memories',
  /** Agents read memories: counters have changed, nothing else. */
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

/** Rows of one kind and workspace that one statement has changed. */
export const Change = z.object({
  kind: ChangeKind,
  /** The workspace; null for what belongs to a person or to the organization itself. */
  scope: VisibilityScope.nullable(),
  organization_id: Uuid.nullable(),
  /** At most 100 of the rows; the counters count all. */
  ids: z.array(Uuid),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
});

export const eventEndpoints = {
  'GET /events': endpoint({
    summary:
      'Changes that the person may see, as they happen. `ready` opens the stream with those that were missed, `changes` carries more, `reset` says that some are not known any more. The id of each event continues the stream after it (`Last-Event-ID`).',
    query: z.object({
      /** For a first stream: the age of what the client shows, in seconds; changes since then come first. */
      age: z.coerce.number().int().min(0).max(300).optional(),
    }),
    stream: z.array(Change),
  }),
};

export type Change = z.infer<typeof Change>;
export type ChangeKind = z.infer<typeof ChangeKind>;
