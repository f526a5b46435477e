/** A person's last visit to a workspace: later changes are new to them. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { ScopeQuery, Timestamp } from './common';

const LastVisit = z.object({
  /** End of the previous visit; on the first visit, a few days ago. Anything later is new. */
  since: Timestamp,
  is_first: z.boolean(),
});

export const visitEndpoints = {
  'POST /visits/': endpoint({
    summary:
      'Record a visit to the active scope and return the time since which changes are new to the caller. A new visit starts after 30 minutes without a call.',
    query: ScopeQuery,
    /** `seen`: marks everything up to now as seen. */
    body: z.object({ seen: z.boolean().default(false) }),
    response: LastVisit,
  }),
};

export type LastVisit = z.infer<typeof LastVisit>;
