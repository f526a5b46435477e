/** Asks pinned questions, now or after changes that are tried and taken back. */
import type {
  ExpectedMemory,
  LostQuestion,
  PinnedQuestionRun,
  RecallSettings,
} from '@hindsight/shared-contracts/api';
import { titleOf } from '@hindsight/shared-contracts/rules';
import type { RowFilter } from '../domain/permissions';
import type { Handle } from '../storage/database';
import { blocksByIds } from '../storage/memoryBlocks';
import { successorOf } from '../storage/pinnedQuestions';
import type { PinnedQuestionRow } from '../storage/pinnedQuestions';
import { wholeWorkspace } from '../storage/search';
import { asAgent, recall } from './recall';
import type { SearchTools } from './search';
import type { Semantic } from './semantic';

type Asked = Pick<PinnedQuestionRow, 'id' | 'question' | 'settings' | 'memoryBlockIds'>;

/** A memory that is not found within the limit is looked for among so many, to say where it is. */
const DEEPEST_PLACE = 50;

const filterOf = (rows: RowFilter, settings: RecallSettings) => ({
  ...wholeWorkspace({ rows, includeArchived: settings.include_archived, skip: 0, limit: settings.limit }),
  agentId: settings.agent_id ?? undefined,
  conversationId: settings.conversation_id ?? undefined,
});

type Known = Pick<ExpectedMemory, 'memory_block_id' | 'title' | 'state'> & {
  /** The id under which the memory is found: that of its successor where it was merged. */
  foundAs: string;
};

/** What became of each expected memory. */
async function expectedOf(handle: Handle, ids: readonly string[], rows: RowFilter): Promise<Known[]> {
  const blocks = await blocksByIds(handle, ids, rows);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const known: Known[] = [];
  for (const id of ids) {
    const block = byId.get(id);
    const title = block ? titleOf({ content: block.content, lesson: block.lessons_learned ?? '' }) : null;
    const isActive = block !== undefined && !block.archived;
    const successor = isActive ? undefined : await successorOf(handle, id, rows);
    const state = isActive ? 'active' : successor !== undefined ? 'merged' : block ? 'archived' : 'deleted';
    known.push({ memory_block_id: id, title, state, foundAs: successor ?? id });
  }
  return known;
}

/** One question with the place of each memory that it expects. */
export async function runQuestion(
  tools: SearchTools,
  rows: RowFilter,
  { id, question, settings, memoryBlockIds }: Asked,
): Promise<PinnedQuestionRun> {
  const filter = filterOf(rows, settings);
  const asked = { query: question, mode: settings.mode };
  const expected = await tools.database.read(tools.principal, (handle) =>
    expectedOf(handle, memoryBlockIds, rows),
  );
  const found = (await recall(tools, asAgent(filter), asked)).slice(0, settings.limit).map((hit) => hit.id);
  const isMissing = expected.some(({ foundAs }) => !found.includes(foundAs));
  const deeper =
    isMissing && settings.limit < DEEPEST_PLACE
      ? (await recall(tools, { ...filter, limit: DEEPEST_PLACE }, asked)).map((hit) => hit.id)
      : [];
  const placeOf = (memoryId: string): number | null => {
    const place = found.indexOf(memoryId) + 1;
    if (place > 0) return place;
    const below = deeper.indexOf(memoryId) + 1;
    return below > 0 ? Math.max(below, settings.limit + 1) : null;
  };
  const memories = expected.map(({ foundAs, ...memory }) => ({ ...memory, place: placeOf(foundAs) }));
  return { id, passed: memories.every((memory) => isFound(memory, settings)), memories };
}

const isFound = ({ place }: ExpectedMemory, { limit }: RecallSettings): boolean =>
  place !== null && place <= limit;

/** Thrown to take changes back. */
class TakenBack extends Error {
  override name = 'TakenBack';
}

/** Tools whose searches see the changes of an open transaction, and remember nothing of them. */
const within = (tools: SearchTools, handle: Handle): SearchTools => ({
  ...tools,
  database: { ...tools.database, read: (_actor, work) => work(handle) },
  remembered: { get: (_key, _changes, find) => find() },
});

/** Vectors of queries, each asked for once: none is waited for while a transaction is open. */
function withKnownVectors(semantic: Semantic): Semantic {
  const known = new Map<string, ReturnType<Semantic['vectorOf']>>();
  return {
    ...semantic,
    vectorOf: (text) => {
      const vector = known.get(text) ?? semantic.vectorOf(text);
      known.set(text, vector);
      return vector;
    },
  };
}

/**
 * The questions that would lose a memory by a change: asked now, then in a transaction that makes the change and is taken back. A new
 * text has no vector yet there, as in the first seconds after the real change.
 */
export async function questionsLost(
  given: SearchTools,
  rows: RowFilter,
  questions: readonly PinnedQuestionRow[],
  change: (handle: Handle) => Promise<void>,
): Promise<LostQuestion[]> {
  const tools = { ...given, semantic: withKnownVectors(given.semantic) };
  const found = new Map<string, Set<string>>();
  for (const question of questions) {
    const { memories } = await runQuestion(tools, rows, question);
    const ids = memories.flatMap((memory) =>
      isFound(memory, question.settings) ? memory.memory_block_id : [],
    );
    if (ids.length > 0) found.set(question.id, new Set(ids));
  }
  const atRisk = questions.filter(({ id }) => found.has(id));
  if (atRisk.length === 0) return [];
  const lost: LostQuestion[] = [];
  const trial = tools.database.write(tools.principal, async (handle) => {
    await change(handle);
    for (const question of atRisk) {
      const { memories } = await runQuestion(within(tools, handle), rows, question);
      const gone = memories.filter(
        (memory) =>
          found.get(question.id)?.has(memory.memory_block_id) && !isFound(memory, question.settings),
      );
      if (gone.length > 0) lost.push({ id: question.id, question: question.question, memories: gone });
    }
    throw new TakenBack();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return lost;
}
