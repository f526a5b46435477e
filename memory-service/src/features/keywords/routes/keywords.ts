/** Endpoints for the keyword catalog and the links between keywords and memory blocks. */
import { eq } from 'drizzle-orm';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { listRows } from '../../../platform/auth/rules/permissions';
import { audit } from '../../../platform/database/audits';
import {
  auditBlock,
  changeKeyword,
  deleteKeywords,
  insertKeyword,
  lockBlock,
  saveVersions,
  countUses,
  countWithKeyword,
  blocksWithKeyword,
  findKeyword,
  keywordToWire,
  linkKeywords,
  listKeywords,
  unlinkKeywords,
  findBlock,
  firstBlocks,
  streamedPage,
  MISSING_BLOCK,
} from '../../memory';
import { placeColumns, sameWorkspace } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow, violatedUnique } from '../../../platform/database/errors';
import type { KeywordRow } from '../../memory';
import { keywords } from '../../../schema/memory';
import { screenTexts } from '../../secrets';
import { targetWorkspace, requireReadable, writable } from '../../../platform/http/access';
import { supportsUnrated, withZeroScores } from '../../../platform/http/preferHeader';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const MISSING = 'Keyword not found';

async function withFreeText<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (violatedUnique(error)?.startsWith('keywords_')) {
      throw new HttpProblem(409, 'Keyword already exists in this scope');
    }
    throw error;
  });
}

const auditKeyword = (handle: Handle, keyword: KeywordRow, actionType: AuditAction, actorUserId: string) =>
  audit(handle, {
    actionType,
    targetType: 'keyword',
    targetId: keyword.id,
    organizationId: keyword.organizationId,
    actorUserId,
    metadata: {
      text: keyword.text,
      scope: keyword.visibilityScope,
      organization_id: keyword.organizationId,
    },
  });

export const keywordRoutes = {
  'GET /keywords/': {
    access: 'memory',
    repeatable: true,
    handle: async ({ database, principal, query, scope, setHeader }) => {
      const options = { rows: listRows(principal, scope()), ...query };
      const page = await database.read(principal, (handle) => listKeywords(handle, options));
      setHeader('x-total-count', String(page.total));
      return page.items;
    },
  },

  'POST /keywords/': {
    access: 'writer',
    handle: async ({ database, principal, scope, body }) => {
      const place = targetWorkspace(principal, scope(), 'keywords');
      const made = await withFreeText(
        database.write(principal, async (handle) => {
          const { keyword_text: text } = (await screenTexts(handle, place, body)).values;
          const row = onlyRow(await insertKeyword(handle, { text, ...placeColumns(place) }));
          await auditKeyword(handle, row, 'keyword_create', principal.userId);
          return row;
        }),
      );
      return keywordToWire(made);
    },
  },

  'GET /keywords/counts': {
    access: 'memory',
    repeatable: true,
    handle: async ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      return { counts: await database.read(principal, (handle) => countUses(handle, rows)) };
    },
  },

  'GET /keywords/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params }) => {
      const row = await database.read(principal, (handle) => findKeyword(handle, params.id));
      return keywordToWire(requireReadable(principal, row, MISSING));
    },
  },

  'PUT /keywords/{id}': {
    access: 'writer',
    handle: async ({ database, principal, params, body }) => {
      const changed = await withFreeText(
        database.write(principal, async (handle) => {
          const row = writable(principal, await findKeyword(handle, params.id, true), MISSING);
          if (body.visibility_scope != null && body.visibility_scope !== row.visibilityScope) {
            throw new HttpProblem(422, 'The scope of a keyword cannot be changed.');
          }
          const { keyword_text: text } = (await screenTexts(handle, row, body)).values;
          if (text === undefined || text === row.text) return row;
          const after = onlyRow(await changeKeyword(handle, row, { text }));
          await auditKeyword(handle, after, 'keyword_update', principal.userId);
          return after;
        }),
      );
      return keywordToWire(changed);
    },
  },

  'DELETE /keywords/{id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        const row = writable(principal, await findKeyword(handle, params.id, true), MISSING);
        await deleteKeywords(handle, [row.id]);
        await auditKeyword(handle, row, 'keyword_delete', principal.userId);
        return undefined;
      }),
  },

  'GET /keywords/{id}/memory-blocks/': {
    access: 'memory',
    handle: async ({ database, header, principal, params, query, scope, setHeader }) => {
      const options = {
        rows: listRows(principal, scope()),
        after: describePlace(query.after),
        skip: query.skip,
        limit: query.limit,
      };
      const { total, ...blocks } = await database.read(principal, async (handle) => {
        requireReadable(principal, await findKeyword(handle, params.id), MISSING);
        const { ids, total } = await blocksWithKeyword(handle, params.id, options);
        return { total, ...(await firstBlocks(handle, ids, options.rows)) };
      });
      setHeader('x-total-count', String(total));
      if (blocks.rest.length === 0) return blocks.items;
      const shape = supportsUnrated(header('prefer')) ? undefined : withZeroScores;
      const next = (ids: readonly string[]) =>
        database.read(principal, (handle) => firstBlocks(handle, ids, options.rows));
      return streamedPage(blocks, { totals: null, next, shape });
    },
  },

  'GET /keywords/{id}/memory-blocks/count': {
    access: 'memory',
    handle: async ({ database, principal, params, scope }) => {
      const rows = listRows(principal, scope());
      return database.read(principal, async (handle) => {
        requireReadable(principal, await findKeyword(handle, params.id), MISSING);
        return { count: await countWithKeyword(handle, params.id, rows) };
      });
    },
  },

  'GET /memory-blocks/{id}/keywords/': {
    access: 'memory',
    handle: async ({ database, principal, params }) => {
      const found = await database.read(principal, (handle) => findBlock(handle, params.id));
      requireReadable(principal, found?.ownership, MISSING_BLOCK);
      return found?.block.keywords ?? [];
    },
  },

  'POST /memory-blocks/{id}/keywords/{keyword_id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        const block = writable(principal, await lockBlock(handle, params.id), MISSING_BLOCK);
        const keyword = requireReadable(principal, await findKeyword(handle, params.keyword_id), MISSING);
        if (!sameWorkspace(block, keyword)) {
          throw new HttpProblem(409, 'Keyword scope mismatch with memory block');
        }
        await saveVersions(handle, [block.id], 'keyword_link', principal.userId);
        if ((await linkKeywords(handle, block.id, [keyword.id])) === 0) {
          throw new HttpProblem(409, 'Association already exists');
        }
        await auditBlock(handle, block, 'keyword_link', principal.userId, { keyword_id: keyword.id });
        return { memory_id: block.id, keyword_id: keyword.id };
      }),
  },

  'DELETE /memory-blocks/{id}/keywords/{keyword_id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        const block = writable(principal, await lockBlock(handle, params.id), MISSING_BLOCK);
        await saveVersions(handle, [block.id], 'keyword_unlink', principal.userId);
        if (!(await unlinkKeywords(handle, block.id, eq(keywords.id, params.keyword_id)))) {
          throw new HttpProblem(404, 'Association not found');
        }
        await auditBlock(handle, block, 'keyword_unlink', principal.userId, {
          keyword_id: params.keyword_id,
        });
        return undefined;
      }),
  },
} satisfies Partial<Routes>;
