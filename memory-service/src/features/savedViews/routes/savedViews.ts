/** Endpoints for named views of the memory list, private or shared in the workspace. */
import type { SavedView, SavedViewInput } from '@hindsight/shared-contracts/api';
import { MAX_SAVED_VIEWS } from '@hindsight/shared-contracts/rules';
import { listRows, mayWrite, toOwnership, writeVerdict } from '../../../platform/auth/rules/permissions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Person, Principal, TokenHolder } from '../../../platform/auth/rules/principal';
import type { Scope } from '../../../platform/auth/rules/scope';
import type { Handle } from '../../../platform/database/database';
import { violatedUnique } from '../../../platform/database/errors';
import {
  changeSavedView,
  countSavedViews,
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  lockSavedView,
  SAME_NAME,
} from '../queries/savedViews';
import type { SavedViewRow } from '../queries/savedViews';
import { pinnedViewIds } from '../queries/pinnedViews';
import { wireTime } from '../../../platform/http/wire';
import { ownPlace, requireReadable, targetWorkspace } from '../../../platform/http/access';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const MISSING = 'Saved view not found';
/** Noun for error messages. */
const PLURAL = 'saved views';
const FULL = `You have reached the limit of ${MAX_SAVED_VIEWS} saved views. Delete one first.`;

const readUserId = (principal: Principal) => (principal.kind === 'guest' ? null : principal.userId);

const toWire = (principal: Principal, row: SavedViewRow, isPinned = false): SavedView => ({
  id: row.id,
  name: row.name,
  parameters: row.parameters,
  is_shared: row.userId === null,
  may_change: row.userId === null ? mayWrite(principal, row) : row.userId === readUserId(principal),
  is_pinned: isPinned,
  created_at: wireTime(row.createdAt),
  updated_at: wireTime(row.updatedAt),
});

/** Workspace of a new view. A private view requires read access only. */
const placeFor = (principal: Person | TokenHolder, scope: Scope, { is_shared: isShared }: SavedViewInput) =>
  isShared ? targetWorkspace(principal, scope, PLURAL) : ownPlace(principal, scope);

/** Finds a view that the caller may change. @throws 404 for another person's private view, as if it did not exist. */
async function findChangeableView(
  handle: Handle,
  principal: Person | TokenHolder,
  id: string,
): Promise<SavedViewRow> {
  const row = requireReadable(principal, await lockSavedView(handle, id), MISSING);
  if (row.userId === null) assertAllowed(writeVerdict(principal, row));
  else if (row.userId !== principal.userId) throw new HttpProblem(404, MISSING);
  return row;
}

async function checkCount(handle: Handle, place: Ownership, userId: string | null): Promise<void> {
  if ((await countSavedViews(handle, place, userId)) >= MAX_SAVED_VIEWS) throw new HttpProblem(409, FULL);
}

/** Maps a name conflict to a 409 that quotes the name. */
async function withFreeName<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedUnique(error) !== SAME_NAME) throw error;
    throw new HttpProblem(409, `There is already a view named “${name}”.`, { code: 'name_taken' });
  }
}

export const savedViewRoutes = {
  'GET /saved-views/': {
    access: 'memory',
    handle: ({ database, principal, scope }) =>
      database.read(principal, async (handle) => {
        const found = await listSavedViews(handle, listRows(principal, scope()), readUserId(principal));
        const pinned =
          principal.kind === 'guest'
            ? new Set<string | null>()
            : await pinnedViewIds(handle, principal.userId, toOwnership(principal, scope()));
        return {
          items: found.map((row) => toWire(principal, row, pinned.has(row.id))),
          is_last_visit_pinned: pinned.has(null),
        };
      }),
  },

  'POST /saved-views/': {
    access: 'writer',
    handle: ({ database, principal, scope, body }) => {
      const place = placeFor(principal, scope(), body);
      const userId = body.is_shared ? null : principal.userId;
      const write = database.write(principal, async (handle) => {
        await checkCount(handle, place, userId);
        return toWire(principal, await insertSavedView(handle, body, place, userId));
      });
      return withFreeName(body.name, write);
    },
  },

  'PUT /saved-views/{id}': {
    access: 'writer',
    handle: ({ database, principal, params, body }) => {
      const userId = body.is_shared ? null : principal.userId;
      const write = database.write(principal, async (handle) => {
        const row = await findChangeableView(handle, principal, params.id);
        if (body.is_shared) assertAllowed(writeVerdict(principal, row));
        if (row.userId !== userId) await checkCount(handle, row, userId);
        const pinned = await pinnedViewIds(handle, principal.userId, row);
        return toWire(principal, await changeSavedView(handle, row.id, body, userId), pinned.has(row.id));
      });
      return withFreeName(body.name, write);
    },
  },

  'DELETE /saved-views/{id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        await deleteSavedView(handle, (await findChangeableView(handle, principal, params.id)).id);
        return undefined;
      }),
  },
} satisfies Partial<Routes>;
