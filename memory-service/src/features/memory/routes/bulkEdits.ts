/** Undo of the caller's own bulk edits after leaving the page on which they were made. */
import { mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import { deleteEdit, latestEdit, loadEditUndo } from '../queries/bulkEdits';
import { ownPlace } from '../../../platform/http/access';
import { assertAllowed } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

export const bulkEditRoutes = {
  'GET /bulk-edits/latest': {
    access: 'person',
    handle: async ({ database, principal, scope }) => {
      assertAllowed(mayUseMemoryData(principal));
      const place = ownPlace(principal, scope());
      const found = await database.read(principal, (handle) => latestEdit(handle, place, principal.userId));
      return { edit: found ?? null };
    },
  },

  'GET /bulk-edits/{id}': {
    access: 'person',
    handle: async ({ database, principal, params }) => {
      assertAllowed(mayUseMemoryData(principal));
      const edits = await database.read(principal, (handle) =>
        loadEditUndo(handle, params.id, principal.userId),
      );
      return { edits };
    },
  },

  'DELETE /bulk-edits/{id}': {
    access: 'person',
    handle: async ({ database, principal, params }) => {
      assertAllowed(mayUseMemoryData(principal));
      await database.write(principal, (handle) => deleteEdit(handle, params.id, principal.userId));
      return undefined;
    },
  },
} satisfies Partial<Routes>;
