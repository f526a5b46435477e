/** Since when the changes of a workspace are new to a person. */
import { mayUseMemoryData } from '../../domain/permissions';
import { noteVisit } from '../../storage/visits';
import { wireTime } from '../../storage/wire';
import { ownPlace } from '../access';
import { demand } from '../problem';
import type { Routes } from '../route';

/** Who is here for the first time sees what came within these days. */
const FIRST_VISIT_DAYS = 7;

export const visitRoutes = {
  'POST /visits/': {
    access: 'person',
    handle: async ({ database, principal, scope, body }) => {
      demand(mayUseMemoryData(principal));
      const place = ownPlace(principal, scope());
      const since = await database.write(principal, (handle) =>
        noteVisit(handle, principal.userId, place, body.seen),
      );
      if (since !== null) return { since: wireTime(since), is_first: false };
      return { since: new Date(Date.now() - FIRST_VISIT_DAYS * 86_400_000).toISOString(), is_first: true };
    },
  },
} satisfies Partial<Routes>;
