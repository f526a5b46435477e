/** Since when the changes of a workspace are new to a person. */
import { mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import { recordVisit } from '../queries/visits';
import { wireTime } from '../../../platform/http/wire';
import { ownPlace } from '../../../platform/http/access';
import { assertAllowed } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

/** On a first visit, changes of this many days are new. */
const FIRST_VISIT_DAYS = 7;

export const visitRoutes = {
  'POST /visits/': {
    access: 'person',
    handle: async ({ database, principal, scope, body }) => {
      assertAllowed(mayUseMemoryData(principal));
      const place = ownPlace(principal, scope());
      const since = await database.write(principal, (handle) =>
        recordVisit(handle, principal.userId, place, body.seen),
      );
      if (since !== null) return { since: wireTime(since), is_first: false };
      return { since: new Date(Date.now() - FIRST_VISIT_DAYS * 86_400_000).toISOString(), is_first: true };
    },
  },
} satisfies Partial<Routes>;
