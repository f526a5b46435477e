/** Stores a memory after a check for existing ones in the workspace. */
import { textColumns, createBlock } from '../../memory';
import { checkTexts, screenTexts } from '../../secrets';
import { targetWorkspace } from '../../../platform/http/access';
import type { Routes } from '../../../platform/http/route';
import { findSameTexts } from '../queries/sameTexts';
import { findSimilar } from '../similarMemories';

export const rememberRoutes = {
  'POST /memory-blocks/remember': {
    access: 'writer',
    handle: async (call) => {
      const { database, principal, scope, body } = call;
      const place = targetWorkspace(principal, scope(), 'data');
      const values = { ...textColumns(body), content: body.content };
      const text = `${body.content}\n${body.lessons_learned ?? ''}`;
      const similar = await findSimilar(database, principal, place, text);
      const { memory, isKnown } = await createBlock(call, async (handle, target) => {
        const screened = await screenTexts(handle, target, values);
        return findSameTexts(handle, target, screened.values);
      });
      const { mode, found } = await database.read(principal, (handle) => checkTexts(handle, place, values));
      return {
        outcome: isKnown ? ('known' as const) : ('stored' as const),
        memory,
        similar: isKnown ? [] : similar,
        secrets: { mode, found: found.map(({ field, kind }) => ({ field, kind })) },
      };
    },
  },
} satisfies Partial<Routes>;
