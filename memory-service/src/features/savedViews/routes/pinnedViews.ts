/** Endpoints for views pinned to the sidebar. */
import { MAX_PINNED_VIEWS } from '@hindsight/shared-contracts/rules';
import { mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import { lockPins, pinnedViewIds, pinView, unpinView } from '../queries/pinnedViews';
import { lockSavedView } from '../queries/savedViews';
import { sameWorkspace } from '../../../platform/database/conditions';
import { ownPlace } from '../../../platform/http/access';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const FULL = `You have reached the limit of ${MAX_PINNED_VIEWS} pinned views. Unpin one first.`;

export const pinnedViewRoutes = {
  'PUT /pinned-views/': {
    access: 'person',
    handle: async ({ database, principal, scope, body: { view_id: viewId, is_pinned: isPinned } }) => {
      assertAllowed(mayUseMemoryData(principal));
      const place = ownPlace(principal, scope());
      await database.write(principal, async (handle) => {
        if (!isPinned) return unpinView(handle, principal.userId, place, viewId);
        if (viewId !== null) {
          const view = await lockSavedView(handle, viewId);
          const isTheirs = view?.userId === null || view?.userId === principal.userId;
          if (!view || !isTheirs || !sameWorkspace(view, place)) {
            throw new HttpProblem(404, 'Saved view not found');
          }
        }
        await lockPins(handle, principal.userId);
        const pinned = await pinnedViewIds(handle, principal.userId, place);
        if (pinned.size >= MAX_PINNED_VIEWS && !pinned.has(viewId)) throw new HttpProblem(409, FULL);
        await pinView(handle, principal.userId, place, viewId);
      });
      return undefined;
    },
  },
} satisfies Partial<Routes>;
