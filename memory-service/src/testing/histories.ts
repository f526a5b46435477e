/** Random histories of memories: the same seed produces the same calls in the same order. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BlockEdit } from '@hindsight/shared-contracts/api';
import { randomFor } from '../demo/random';
import { countRetrievals, storeRetrievals } from '../features/memory/queries/retrievals';
import { foldTerms } from '../features/search';
import { foldCounters } from '../platform/database/counters';
import type { World } from './engines';
import { ALPHA, PERSONAL } from './recordCalls';
import { body, get, ids, send } from './testApp';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';
const EDITOR_ID = ids.user(2);
const WORDS = [
  'retry',
  'gateway',
  'Cache-Control',
  'naïve',
  'C++',
  '東京',
  'deploys',
  'tests',
  'timeout',
  'x',
];
/** Memories per workspace; enough for a history. */
const MOST_BLOCKS = 120;

interface Row {
  id: string;
  isPersonal: boolean;
}

/** Runs `length` operations. @returns the number of successes per kind. @throws on a response that no client may see. */
export async function runHistory(
  { app, database }: World,
  seed: number,
  length: number,
  afterEach: (operation: string) => Promise<void> = () => Promise.resolve(),
) {
  const random = randomFor(seed, 'history');
  const done: Record<string, number> = {};
  const edits: string[] = [];
  const changes: Row[] = [];
  let texts = 0;

  const list = async (table: 'memory_blocks' | 'keywords' | 'agents', order: string): Promise<Row[]> => {
    const { rows } = await database.read(SYSTEM, (handle) =>
      handle.execute<Row & Record<string, unknown>>(sql`
        select id, organization_id is null as "isPersonal" from ${sql.identifier(table)}
        where organization_id = ${ids.alphaOrg} or owner_user_id = ${EDITOR_ID} order by ${sql.raw(order)}`),
    );
    return rows;
  };
  const blocks = () => list('memory_blocks', 'content, created_at');
  const keywords = () => list('keywords', 'lower(text), organization_id nulls first');
  const toHeaders = ({ isPersonal }: Pick<Row, 'isPersonal'>) => (isPersonal ? PERSONAL : ALPHA);
  const anywhere = () => ({ isPersonal: random.chance(0.3) });
  const words = () => Array.from({ length: random.between(1, 3) }, () => random.pick(WORDS));
  const write = () => `Note ${(texts += 1)}: ${words().join(' ')}. ${words().join(' ')}`;
  /** A few memories of one workspace. */
  const pickBlocks = async (most: number): Promise<Row[]> => {
    const { isPersonal } = anywhere();
    const here = (await blocks()).filter((row) => row.isPersonal === isPersonal);
    if (here.length === 0) return [];
    const from = random.between(0, here.length - 1);
    return here.slice(from, from + random.between(1, most));
  };
  const chooseAgent = async (place: Pick<Row, 'isPersonal'>) =>
    random.pick([
      { id: ids.agent(0), ...place },
      ...(await list('agents', 'lower(name)')).filter((row) => row.isPersonal === place.isPersonal),
    ]).id;

  const call = async (kind: string, key: string, row: Pick<Row, 'isPersonal'>, given?: object) => {
    const answer = await send(app, key, EDITOR, { headers: toHeaders(row), ...(given && { body: given }) });
    if (answer.statusCode >= 500) throw new Error(`${key} answers ${answer.statusCode}: ${answer.body}`);
    if (answer.statusCode < 300) done[kind] = (done[kind] ?? 0) + 1;
    return answer;
  };
  const callOnBlock = async (kind: string, toCall: (id: string) => [key: string, given?: object]) => {
    const [row] = await pickBlocks(1);
    if (row) await call(kind, ...splice(toCall(row.id), row));
  };
  const callOnKeyword = async (kind: string, toCall: (id: string) => [key: string, given?: object]) => {
    const known = await keywords();
    if (known.length === 0) return;
    const row = random.pick(known);
    await call(kind, ...splice(toCall(row.id), row));
  };
  const splice = ([key, given]: [string, object?], row: Row) => [key, row, given] as const;
  const editBlocks = async (kind: string, toChange: () => BlockEdit['change']) => {
    const chosen = await pickBlocks(5);
    const [first] = chosen;
    if (!first) return;
    const change = toChange();
    const editId = randomUUID();
    edits.push(editId);
    await call(kind, 'POST /memory-blocks/bulk-edit', first, {
      edits: chosen.map(({ id }) => ({ memory_block_id: id, change })),
      edit_id: editId,
    });
  };
  const pickRetrievals = async () =>
    (await pickBlocks(4)).map(({ id }) => [id, random.between(1, 3)] as const);

  const operations: Record<string, () => Promise<unknown>> = {
    create: async () => {
      if ((await blocks()).length > MOST_BLOCKS) return operations['erase']?.();
      const place = anywhere();
      const score = random.chance(0.5) ? { feedback_score: random.between(0, 100) } : {};
      const given = { agent_id: await chooseAgent(place), conversation_id: ids.conversation(50), ...score };
      return call('create', 'POST /memory-blocks/', place, {
        ...given,
        content: write(),
        errors: words()[0],
      });
    },
    change: () =>
      callOnBlock('change', (id) => [
        `PUT /memory-blocks/${id}`,
        {
          ...(random.chance(0.7) && { content: write() }),
          ...(random.chance(0.5) && { lessons_learned: words().join(' ') }),
          ...(random.chance(0.3) && { feedback_score: random.between(0, 100) }),
          ...(random.chance(0.3) && { archived: random.chance(0.5) }),
        },
      ]),
    archive: () => callOnBlock('archive', (id) => [`POST /memory-blocks/${id}/archive`]),
    restore: () => editBlocks('restore', () => ({ kind: 'archive', archived: random.chance(0.3) })),
    judge: () =>
      callOnBlock('judge', (id) => [
        `POST /memory-blocks/${id}/feedback/`,
        { feedback_type: random.pick(['positive', 'negative', 'neutral']) },
      ]),
    erase: () => callOnBlock('erase', (id) => [`DELETE /memory-blocks/${id}/hard-delete`]),
    eraseMany: async () => {
      const chosen = await pickBlocks(3);
      if (chosen[0])
        await call('eraseMany', 'POST /memory-blocks/bulk-delete', chosen[0], {
          memory_block_ids: chosen.map(({ id }) => id),
        });
    },
    move: async () => {
      const [row] = await pickBlocks(1);
      const change = row?.isPersonal
        ? { visibility_scope: 'organization', organization_id: ids.alphaOrg }
        : { visibility_scope: 'personal' };
      if (row) await call('move', `POST /memory-blocks/${row.id}/change-scope`, row, change);
    },
    moveMany: () =>
      editBlocks('moveMany', () =>
        random.chance(0.5)
          ? { kind: 'move', visibility_scope: 'organization', organization_id: ids.alphaOrg }
          : { kind: 'move', visibility_scope: 'personal' },
      ),
    tag: () =>
      editBlocks('tag', () => ({
        kind: 'keywords',
        add: words(),
        remove: random.chance(0.5) ? words() : [],
      })),
    undo: async () => {
      const editId = edits.splice(random.between(0, edits.length - 1), 1)[0];
      if (!editId) return;
      const place = anywhere();
      const back = body<{ edits: BlockEdit[] }>(
        await get(app, `/bulk-edits/${editId}`, EDITOR, toHeaders(place)),
      );
      if (back.edits.length > 0)
        await call('undo', 'POST /memory-blocks/bulk-edit', place, { edits: back.edits, undo_of: editId });
    },
    merge: async () => {
      const chosen = await pickBlocks(3);
      if (chosen[0])
        await call('merge', 'POST /memory-blocks/merge', chosen[0], {
          memory_block_ids: chosen.map(({ id }) => id),
          merged_content: write(),
        });
    },
    import: async () => {
      const place = anywhere();
      if ((await blocks()).length > MOST_BLOCKS) return;
      const rows = Array.from({ length: random.between(1, 12) }, () => ({
        content: write(),
        agent_name: random.pick(['Importer', 'Copier']),
        retrieval_count: random.between(0, 9),
        ...(random.chance(0.5) && { keywords: words() }),
        ...(random.chance(0.5) && { feedback_score: random.between(0, 100) }),
        ...(random.chance(0.2) && { archived: true }),
      }));
      await call('import', 'POST /memory-blocks/bulk-import', place, { rows, create_missing: true });
    },
    version: () => callOnBlock('version', (id) => [`POST /memory-blocks/${id}/versions/1/restore`]),
    link: async () => {
      const [row] = await pickBlocks(1);
      const known = (await keywords()).filter(({ isPersonal }) => isPersonal === row?.isPersonal);
      if (!row || known.length === 0) return;
      const key = `/memory-blocks/${row.id}/keywords/${random.pick(known).id}`;
      await call('link', `${random.chance(0.6) ? 'POST' : 'DELETE'} ${key}`, row);
    },
    rename: () =>
      callOnKeyword('rename', (id) => [
        `PUT /keywords/${id}`,
        { keyword_text: `${random.pick(WORDS)} ${random.between(1, 9)}` },
      ]),
    drop: () => callOnKeyword('drop', (id) => [`DELETE /keywords/${id}`]),
    clean: async () => {
      const { isPersonal } = anywhere();
      const chosen = (await keywords()).filter((row) => row.isPersonal === isPersonal);
      if (chosen.length === 0) return;
      const from = random.between(0, chosen.length - 1);
      const answer = await call(
        'clean',
        'POST /keywords/changes',
        { isPersonal },
        {
          changes: [
            {
              keyword_ids: chosen.slice(from, from + random.between(1, 3)).map(({ id }) => id),
              keyword_text: random.chance(0.7) ? random.pick(WORDS) : null,
            },
          ],
        },
      );
      const { change_id: id } = body<{ change_id?: string | null }>(answer);
      if (id) changes.push({ id, isPersonal });
    },
    uncleaned: async () => {
      const [change] = changes.splice(random.between(0, changes.length - 1), 1);
      if (change) await call('uncleaned', `POST /keywords/changes/${change.id}/undo`, change);
    },
    dropAgent: async () => {
      const made = (await list('agents', 'lower(name)')).filter(({ id }) => id !== ids.agent(1));
      const row = made[0];
      if (row && random.chance(0.2)) await call('dropAgent', `DELETE /agents/${row.id}`, row);
    },
    retrieve: async () => {
      const counts = await pickRetrievals();
      await database.write(SYSTEM, (handle) => countRetrievals(handle, counts));
    },
    logRetrieval: async () => {
      const events = (await pickRetrievals()).map(([memoryBlockId]) => ({
        memoryBlockId,
        userId: EDITOR_ID,
        tokenId: ids.user(80),
        tokenName: 'robot',
        kind: 'detail' as const,
        query: null,
        rank: null,
        at: new Date().toISOString(),
      }));
      await database.write(SYSTEM, (handle) => storeRetrievals(handle, events));
    },
    fold: async () => {
      await database.write(SYSTEM, foldCounters);
      await database.write(SYSTEM, foldTerms);
    },
  };
  const kinds = ['create', 'create', 'change', 'import', ...Object.keys(operations)];
  for (let n = 0; n < length; n += 1) {
    const kind = random.pick(kinds);
    await operations[kind]?.();
    await afterEach(kind);
  }
  return done;
}
