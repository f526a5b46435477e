/** Merges several blocks: creates a new block with their combined contents and archives the originals with their versions. */
import { mayRead, mayWrite } from '../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import { insertBlock, setArchived, blocksByIds } from '../memory';
import { sameWorkspace } from '../../platform/database/conditions';
import { loadOriginals } from './queries/consolidation';
import type { Database, Handle } from '../../platform/database/database';
import { readAhead } from '../secrets';
import { mergeTextsInThread } from './textWork';

/** Why blocks cannot be merged, for the response. */
export type MergeRefusal = 'missing' | 'forbidden' | 'mixed' | 'archived';

export interface MergeTexts {
  content: string;
  /** If absent: the lessons of the originals, each sentence once. */
  lessonsLearned?: string;
  /** If absent: those of the originals. */
  keywords?: readonly string[];
  /** Metadata key for the ids of the originals in the new block. */
  origin: 'merged_from' | 'consolidated_from';
}

const mergeTextsOnce = (texts: readonly (string | null)[]): Promise<string> =>
  mergeTextsInThread.once(texts.map((text) => text ?? ''));

/** The keywords of memories without duplicates, most frequent first. */
export async function loadKeywords(handle: Handle, ids: readonly string[]): Promise<string[]> {
  const blocks = await blocksByIds(handle, ids, undefined);
  const uses = new Map<string, number>();
  for (const { keyword_text: text } of blocks.flatMap(({ keywords }) => keywords))
    uses.set(text, (uses.get(text) ?? 0) + 1);
  return [...uses].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)).map(([text]) => text);
}

/** The highest score; null if none is rated. */
function highestScore(scores: readonly (number | null)[]): number | null {
  const given = scores.filter((score) => score !== null);
  return given.length > 0 ? Math.max(...given) : null;
}

/** Locks the blocks and checks that they may be merged. Returns the rows or the reason why not. */
async function lockForMerge(handle: Handle, principal: Person | TokenHolder, ids: readonly string[]) {
  const rows = await loadOriginals(handle, ids, true);
  const [first] = rows;
  if (!first || rows.length < ids.length || !rows.every((row) => mayRead(principal, row))) return 'missing';
  if (!rows.every((row) => mayWrite(principal, row))) return 'forbidden';
  if (!rows.every((row) => sameWorkspace(row, first))) return 'mixed';
  if (rows.some((row) => row.archived)) return 'archived';
  return { first, rows };
}

interface Original {
  lessonsLearned: string | null;
  errors: string | null;
}

/** The parts of the merged block derived from its originals. */
async function mergeRest(rows: readonly Original[], given: MergeTexts['lessonsLearned']) {
  return {
    lessonsLearned: given?.trim() || (await mergeTextsOnce(rows.map((row) => row.lessonsLearned))),
    errors: await mergeTextsOnce(rows.map((row) => row.errors)),
  };
}

/** Reads the inputs and texts of `mergeBlocks` before its transaction. */
export async function readMergeAhead(
  database: Database,
  principal: Person | TokenHolder,
  ids: readonly string[],
  { content, lessonsLearned }: Pick<MergeTexts, 'content' | 'lessonsLearned'>,
): Promise<void> {
  const rows = await database.read(principal, (handle) => loadOriginals(handle, ids, false));
  await readAhead({ content, ...(await mergeRest(rows, lessonsLearned)) });
}

/** Writes the merged block and archives the originals. Returns the new id or the reason of a refusal. */
export async function mergeBlocks(
  handle: Handle,
  principal: Person | TokenHolder,
  ids: readonly string[],
  texts: MergeTexts,
): Promise<{ id: string } | MergeRefusal> {
  const locked = await lockForMerge(handle, principal, ids);
  if (typeof locked === 'string') return locked;
  const { first, rows } = locked;
  const { lessonsLearned, errors } = await mergeRest(rows, texts.lessonsLearned);
  const id = await insertBlock(
    handle,
    {
      agent_id: first.agentId,
      conversation_id: first.conversationId,
      content: texts.content,
      lessons_learned: lessonsLearned || null,
      errors: errors || null,
      feedback_score: highestScore(rows.map((row) => row.feedbackScore)),
      metadata_col: { [texts.origin]: [...ids] },
      origin: 'model',
    },
    first,
    texts.keywords ?? (await loadKeywords(handle, ids)),
    principal.userId,
  );
  for (const row of rows) await setArchived(handle, row, true, principal.userId);
  return { id };
}
