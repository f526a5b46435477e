/** Semantic hits, including memories reached through the ones they replace. */
import type { Handle } from '../../platform/database/database';
import { measureCenter, nearestBlocks } from './queries/nearestBlocks';
import type { QueryVector } from './queries/nearestBlocks';
import type { Hit } from './queries/search';
import { mergeSuccessors, followSuperseded } from './successors';
import type { ReasonedHit } from './successors';
import type { SearchFilter } from '../memory';

/** How far to move a query away from the center of the workspace, as a fraction of its length. */
const AWAY = 0.8;
/** Below this many memories, the center of a workspace counts only half. */
const FEW = 50;

const dotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/**
 * Removes what the whole workspace has in common from a query, so that generic memories are not nearest to every query. Centering against
 * hubs: Suzuki et al., "Centering Similarity Measures to Reduce Hubs", 2013.
 */
export async function centerQuestion(
  handle: Handle,
  filter: SearchFilter,
  { older, ...question }: QueryVector,
): Promise<QueryVector> {
  const { mean, count } = await measureCenter(handle, filter, question);
  const part = (AWAY * count) / (count + FEW);
  const moved = question.vector.map((value, at) => value - part * (mean[at] ?? 0));
  const length = Math.hypot(...moved) || 1;
  const vector = moved.map((value) => value / length);
  return {
    ...question,
    vector,
    base: dotProduct(vector, mean),
    older: older && (await centerQuestion(handle, filter, older)),
  };
}

/** Searches the vectors of the current model, and those of the previous one as if they were of the current one. */
async function searchBothModels(
  handle: Handle,
  { skip, limit, ...filter }: SearchFilter,
  { older, ...vector }: QueryVector,
): Promise<Hit[] | undefined> {
  if (!older) return nearestBlocks(handle, { ...filter, skip, limit }, vector);
  const first = { ...filter, skip: 0, limit: skip + limit };
  const own = await nearestBlocks(handle, first, vector);
  const others = (await nearestBlocks(handle, first, older))?.map(({ id, score }) => ({
    id,
    score: score - older.base + vector.base,
  }));
  return own && [...own, ...(others ?? [])].sort((a, b) => b.score - a.score).slice(skip, skip + limit);
}

/** The nearest blocks, nearest first; undefined if the workspace is too large for comparing vectors. */
export async function nearestHits(
  handle: Handle,
  filter: SearchFilter,
  vector: QueryVector,
): Promise<ReasonedHit[] | undefined> {
  const find = async (part: SearchFilter) =>
    (await searchBothModels(handle, part, vector))?.map((hit) => ({
      ...hit,
      explanation: 'Close in meaning.',
    }));
  const through = await followSuperseded(handle, filter, async (part) => (await find(part)) ?? []);
  const shift = through.length > 0 ? filter.skip : 0;
  const end = shift + filter.limit;
  const own = await find({ ...filter, skip: filter.skip - shift, limit: end });
  return own && mergeSuccessors<ReasonedHit>(own, through).slice(shift, end);
}
