/** Endpoints for cleaning up the keyword catalog. */
import type { KeywordChange } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { groupKeywords } from '../keywordGroups';
import { listRows } from '../../../platform/auth/rules/permissions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { audit } from '../../../platform/database/audits';
import type { AuditEvent } from '../../../platform/database/audits';
import type { Handle } from '../../../platform/database/database';
import { violatedUnique } from '../../../platform/database/errors';
import {
  applyChange,
  linksOfKeywords,
  describeChanges,
  saveKeywordChanges,
  lockChanges,
  lockKeywords,
  planChanges,
  undoChanges,
} from '../queries/keywordChanges';
import type { PlannedChange } from '../queries/keywordChanges';
import { candidatePairs, unusedKeywords } from '../queries/keywordCleanup';
import { keepDistinction, keepUnused, listDistinctions } from '../queries/keywordDistinctions';
import type { KeptChange } from '../../../schema/keywordChanges';
import { screenTexts } from '../../secrets';
import { targetWorkspace, writable } from '../../../platform/http/access';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const GONE = 'Some of these keywords no longer exist. Reload the list.';
const TWICE = 'Each keyword can be part of only one change.';
const ITSELF = 'Choose a different keyword.';
const UNDONE = 'This change has already been undone.';
const TAKEN = 'Another keyword now has this text.';

/** Plans changes and locks their rows. @throws 404 for a missing keyword, 422 for one that is in two changes. */
async function plan(
  handle: Handle,
  place: Ownership,
  given: readonly KeywordChange[],
): Promise<PlannedChange[]> {
  const changes: KeywordChange[] = [];
  for (const change of given) {
    const { keyword_text: text } = change;
    const screened = text === null ? null : (await screenTexts(handle, place, { text })).values.text;
    changes.push({ ...change, keyword_text: screened });
  }
  const ids = changes.flatMap((change) => change.keyword_ids);
  const named = changes.flatMap((change) => change.keyword_text ?? []);
  const locked = await lockKeywords(handle, place, { ids, named });
  if (ids.some((id) => !locked.some((row) => row.id === id))) throw new HttpProblem(404, GONE);
  const planned = planChanges(changes, locked);
  const used = planned.flatMap(({ removed, target }) => [...removed, ...(target ? [target] : [])]);
  if (new Set(used.map(({ id }) => id)).size < used.length) throw new HttpProblem(422, TWICE);
  return planned;
}

/** One audit event per removed or renamed keyword. */
function toAuditEvents(place: Ownership, actorUserId: string, changes: readonly KeptChange[]): AuditEvent[] {
  const event = (
    actionType: AuditAction,
    targetId: string,
    metadata: Record<string, unknown>,
  ): AuditEvent => ({
    actionType,
    targetType: 'keyword',
    targetId,
    organizationId: place.organizationId,
    actorUserId,
    metadata: { ...metadata, scope: place.visibilityScope, organization_id: place.organizationId },
  });
  return changes.flatMap(({ removed, target }) => [
    ...removed.map(({ id, text, blocks }) =>
      target
        ? event('keyword_merge', id, {
            text,
            into: target.id,
            into_text: target.text,
            memories: blocks.length,
          })
        : event('keyword_delete', id, { text, memories: blocks.length }),
    ),
    ...(target && target.text !== target.text_before
      ? [event('keyword_update', target.id, { text: target.text, text_before: target.text_before })]
      : []),
  ]);
}

/** Maps a text that another keyword has taken in the meantime to 409. */
const mapTakenToConflict = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw violatedUnique(error)?.startsWith('keywords_') ? new HttpProblem(409, TAKEN) : error;
  });

export const keywordCleanupRoutes = {
  'GET /keywords/cleanup': {
    access: 'memory',
    handle: async ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      const found = await database.read(principal, async (handle) => ({
        pairs: await candidatePairs(handle, rows),
        unused: await unusedKeywords(handle, rows),
        distinctions: await listDistinctions(handle, rows),
      }));
      return { duplicates: await groupKeywords(found.pairs, found.distinctions), ...found.unused };
    },
  },

  'POST /keywords/changes': {
    access: 'writer',
    handle: ({ database, principal, scope, body }) => {
      const place = targetWorkspace(principal, scope(), 'keywords');
      return mapTakenToConflict(
        database.write(principal, async (handle) => {
          const planned = await plan(handle, place, body.changes);
          const ids = planned.flatMap(({ removed, target }) => [...removed, ...(target ? [target] : [])]);
          const links = await linksOfKeywords(
            handle,
            ids.map(({ id }) => id),
          );
          const described = describeChanges(planned, links);
          if (body.dry_run) return { change_id: null, ...described };
          const done: KeptChange[] = [];
          for (const change of planned) {
            done.push(await applyChange(handle, change, links));
          }
          const events = toAuditEvents(place, principal.userId, done);
          if (events.length === 0) return { change_id: null, ...described };
          await audit(handle, ...events);
          return { change_id: await saveKeywordChanges(handle, place, principal.userId, done), ...described };
        }),
      );
    },
  },

  'POST /keywords/changes/{id}/undo': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      mapTakenToConflict(
        database.write(principal, async (handle) => {
          const row = writable(principal, await lockChanges(handle, params.id), 'Change not found');
          if (row.undoneAt !== null) throw new HttpProblem(409, UNDONE);
          const restored = await undoChanges(handle, row);
          await audit(handle, {
            actionType: 'keyword_changes_undo',
            targetType: 'keyword_changes',
            targetId: row.id,
            organizationId: row.organizationId,
            actorUserId: principal.userId,
            metadata: {
              keywords: row.changes.flatMap(({ removed }) => removed.map(({ text }) => text)).slice(0, 50),
            },
          });
          return restored;
        }),
      ),
  },

  'POST /keywords/distinctions': {
    access: 'writer',
    handle: ({ database, principal, scope, body }) => {
      const place = targetWorkspace(principal, scope(), 'keywords');
      const { keyword_id: id, other_ids: others, is_distinct: isDistinct } = body;
      return database.write(principal, async (handle) => {
        const ids = [...new Set([id, ...others])];
        const locked = await lockKeywords(handle, place, { ids, named: [] });
        if (locked.length < ids.length) throw new HttpProblem(404, GONE);
        if (ids.length === 1) throw new HttpProblem(422, ITSELF);
        await keepDistinction(handle, { id, others, isDistinct });
        return undefined;
      });
    },
  },

  'POST /keywords/kept': {
    access: 'writer',
    handle: ({ database, principal, scope, body }) => {
      const place = targetWorkspace(principal, scope(), 'keywords');
      const ids = [...new Set(body.keyword_ids)];
      return database.write(principal, async (handle) => {
        const locked = await lockKeywords(handle, place, { ids, named: [] });
        if (locked.length < ids.length) throw new HttpProblem(404, GONE);
        await keepUnused(handle, ids, body.is_kept);
        return undefined;
      });
    },
  },
} satisfies Partial<Routes>;
