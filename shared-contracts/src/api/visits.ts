/** When a person was last in a workspace: since then, what happened there is new to them. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { ScopeQuery, Timestamp } from './common';

const LastVisit = z.object({
  /** The end of the visit before this one; at the first visit some days ago. What happened later is new. */
  since: Timestamp,
  is_first: z.boolean(),
});

export const visitEndpoints = {
  'POST /visits/': endpoint({
    summary:
      'Note that the caller is in the active scope, and answer since when its changes are new to them. After half an hour without a call the next one begins another visit.',
    query: ScopeQuery,
    /** `seen`: everything until now is no longer new. */
    body: z.object({ seen: z.boolean().default(false) }),
    response: LastVisit,
  }),
};

export type LastVisit = z.infer<typeof LastVisit>;
