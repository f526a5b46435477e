/** Runs pinned questions, now or after tentative changes that are rolled back. */
import type {
  ExpectedMemory,
  LostQuestion,
  PinnedQuestionRun,
  RecallSettings,
} from '@hindsight/shared-contracts/api';
import { memoryTitle } from '@hindsight/shared-contracts/rules';
import type { RowFilter } from '../../platform/auth/rules/permissions';
import type { Handle } from '../../platform/database/database';
import { expectedBlocks, loadSuccessors } from './queries/pinnedQuestions';
import type { PinnedQuestionRow } from './queries/pinnedQuestions';
import { toAgentFilter, recall } from '../search';
import type { SearchTools, Semantic } from '../search';

type Asked = Pick<PinnedQuestionRow, 'id' | 'question' | 'settings' | 'memoryBlockIds'>;

/** How deep to look for a memory beyond the limit, to report its rank. */
const DEEPEST_PLACE = 50;

const buildFilter = (rows: RowFilter, settings: RecallSettings) => ({
  rows,
  narrowing: {
    agentIds: settings.agent_id ? [settings.agent_id] : undefined,
    conversationId: settings.conversation_id ?? undefined,
  },
  includeArchived: settings.include_archived,
  skip: 0,
  limit: settings.limit,
});

type Known = Pick<ExpectedMemory, 'title' | 'state'> & {
  /** The id to look for in the results: the successor's if the memory was merged. */
  foundAs: string;
};

/** State of each expected memory, by id. */
async function loadExpected(
  { database, principal }: SearchTools,
  rows: RowFilter,
  questions: readonly Asked[],
): Promise<ReadonlyMap<string, Known>> {
  const ids = [...new Set(questions.flatMap(({ memoryBlockIds }) => memoryBlockIds))];
  return database.read(principal, async (handle) => {
    const blocks = new Map((await expectedBlocks(handle, ids, rows)).map((block) => [block.id, block]));
    const isActive = (id: string) => blocks.get(id)?.archived === false;
    const gone = ids.filter((id) => !isActive(id));
    const successors = gone.length > 0 ? await loadSuccessors(handle, gone, rows) : new Map<string, string>();
    return new Map(
      ids.map((id): [string, Known] => {
        const block = blocks.get(id);
        const successor = successors.get(id);
        const lost = block ? 'archived' : 'deleted';
        const state = isActive(id) ? 'active' : successor === undefined ? lost : 'merged';
        return [id, { title: block ? memoryTitle(block) : null, state, foundAs: successor ?? id }];
      }),
    );
  });
}

interface Run {
  rows: RowFilter;
  expected: ReadonlyMap<string, Known>;
  /** Also searches beyond the limit, to report the rank of a missing memory. */
  isDeep: boolean;
}

/** Runs one question and ranks each expected memory. */
async function runQuestion(
  tools: SearchTools,
  { id, question, settings, memoryBlockIds }: Asked,
  { rows, expected, isDeep }: Run,
): Promise<PinnedQuestionRun> {
  const filter = buildFilter(rows, settings);
  const asked = { query: question, mode: settings.mode };
  /** Memory ids per rank: near-duplicates share the rank of their newest. */
  const mapPlaces = async (limit: number) =>
    (await recall(tools, { ...filter, limit }, asked)).map(({ id, alike = [] }) => [
      id,
      ...alike.map((one) => one.id),
    ]);
  const placeIn = (places: readonly string[][], id: string) =>
    places.findIndex((ids) => ids.includes(id)) + 1;
  const found = (await mapPlaces(toAgentFilter(filter).limit)).slice(0, settings.limit);
  const known = memoryBlockIds.flatMap((memoryId) => {
    const one = expected.get(memoryId);
    return one ? [{ memory_block_id: memoryId, ...one }] : [];
  });
  const isMissing = known.some(({ foundAs }) => placeIn(found, foundAs) === 0);
  const deeper = isDeep && isMissing && settings.limit < DEEPEST_PLACE ? await mapPlaces(DEEPEST_PLACE) : [];
  const describePlace = (memoryId: string): number | null => {
    const place = placeIn(found, memoryId);
    if (place > 0) return place;
    const below = placeIn(deeper, memoryId);
    return below > 0 ? Math.max(below, settings.limit + 1) : null;
  };
  const memories = known.map(({ foundAs, ...memory }) => ({ ...memory, place: describePlace(foundAs) }));
  return { id, passed: memories.every((memory) => isFound(memory, settings)), memories };
}

/** Runs the questions and ranks the expected memories, down to rank 50. */
export async function runQuestions(
  given: SearchTools,
  rows: RowFilter,
  questions: readonly Asked[],
): Promise<PinnedQuestionRun[]> {
  const tools = { ...given, isForOrder: true };
  const run = { rows, expected: await loadExpected(tools, rows, questions), isDeep: true };
  const results: PinnedQuestionRun[] = [];
  for (const question of questions) results.push(await runQuestion(tools, question, run));
  return results;
}

const isFound = ({ place }: ExpectedMemory, { limit }: RecallSettings): boolean =>
  place !== null && place <= limit;

/** Thrown to roll back a trial transaction. */
class TrialRollback extends Error {
  override name = 'TrialRollback';
}

/** Search tools that see the changes of an open transaction and bypass the cache. */
const insideTransaction = (tools: SearchTools, handle: Handle): SearchTools => ({
  ...tools,
  database: { ...tools.database, read: (_actor, work) => work(handle) },
  remembered: { has: () => false, get: (_key, _changes, find) => find() },
});

/** Memoizes query embeddings, so that no open transaction waits for one. */
function withKnownVectors(semantic: Semantic): Semantic {
  const known = new Map<string, ReturnType<Semantic['embedQuestion']>>();
  return {
    ...semantic,
    embedQuestion: (text) => {
      const vector = known.get(text) ?? semantic.embedQuestion(text);
      known.set(text, vector);
      return vector;
    },
  };
}

interface Trial {
  /** Memories that the change removes or rewrites. */
  changed: ReadonlySet<string>;
  /** New texts in the ranking, which may push others out. */
  newTexts: number;
  change: (handle: Handle) => Promise<void>;
}

/**
 * The questions that would lose a memory by a change: run now, then in a transaction that applies the change and is rolled back. Tries only
 * questions that the change can affect: those that expect a changed memory, or one close enough to the limit for new texts to push it out.
 * New texts have no embedding yet, as in the first seconds after a real change.
 */
export async function findLostQuestions(
  given: SearchTools,
  rows: RowFilter,
  questions: readonly PinnedQuestionRow[],
  { changed, newTexts, change }: Trial,
): Promise<LostQuestion[]> {
  const tools = { ...given, semantic: withKnownVectors(given.semantic), isForOrder: true };
  const now = { rows, expected: await loadExpected(tools, rows, questions), isDeep: false };
  const expectsChanged = ({ memoryBlockIds }: PinnedQuestionRow) =>
    memoryBlockIds.some((id) => changed.has(id) || changed.has(now.expected.get(id)?.foundAs ?? id));
  const found = new Map<string, ReadonlySet<string>>();
  for (const question of questions) {
    if (newTexts === 0 && !expectsChanged(question)) continue;
    const { settings } = question;
    const { memories } = await runQuestion(tools, question, now);
    const isNearLimit = ({ place }: ExpectedMemory) => (place ?? 0) + newTexts > settings.limit;
    const here = memories.filter((memory) => isFound(memory, settings));
    if (expectsChanged(question) ? here.length > 0 : here.some(isNearLimit))
      found.set(question.id, new Set(here.map((memory) => memory.memory_block_id)));
  }
  const atRisk = questions.filter(({ id }) => found.has(id));
  if (atRisk.length === 0) return [];
  const lost: LostQuestion[] = [];
  const trial = tools.database.write(tools.principal, async (handle) => {
    await change(handle);
    const after = insideTransaction(tools, handle);
    const then = { ...now, expected: await loadExpected(after, rows, atRisk) };
    for (const question of atRisk) {
      const { memories } = await runQuestion(after, question, then);
      const gone = memories.filter(
        (memory) =>
          found.get(question.id)?.has(memory.memory_block_id) && !isFound(memory, question.settings),
      );
      if (gone.length === 0) continue;
      // A memory that would be deleted still has its title before the change.
      const named = gone.map((memory) => ({
        ...memory,
        title: memory.title ?? now.expected.get(memory.memory_block_id)?.title ?? null,
      }));
      lost.push({ id: question.id, question: question.question, memories: named });
    }
    throw new TrialRollback();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof TrialRollback)) throw error;
  });
  return lost;
}
