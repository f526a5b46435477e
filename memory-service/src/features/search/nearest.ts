/** Hits by meaning, with those that superseded memories lead to. */
import type { Handle } from '../../platform/database/database';
import { nearestBlocks } from './queries/nearestBlocks';
import type { QueryVector } from './queries/nearestBlocks';
import type { Hit } from './queries/search';
import { toSimilarity } from './rules/match';
import { mergeSuccessors, throughSuperseded } from './successors';
import type { ReasonedHit } from './successors';
import type { SearchFilter } from '../memory';

/** By the vectors of the model, and of the one before it as if they were of this one. */
async function nearestOfBoth(
  handle: Handle,
  { skip, limit, ...filter }: SearchFilter,
  { older, ...vector }: QueryVector,
): Promise<Hit[] | undefined> {
  if (!older) return nearestBlocks(handle, { ...filter, skip, limit }, vector);
  const first = { ...filter, skip: 0, limit: skip + limit };
  const own = await nearestBlocks(handle, first, vector);
  const others = (await nearestBlocks(handle, first, older))?.map(({ id, score }) => ({
    id,
    score: vector.base + toSimilarity(score, older.base) * (1 - vector.base),
  }));
  return own && [...own, ...(others ?? [])].sort((a, b) => b.score - a.score).slice(skip, skip + limit);
}

/** The nearest blocks, nearest first; undefined where the workspace is too large for comparing vectors. */
export async function nearestHits(
  handle: Handle,
  filter: SearchFilter,
  vector: QueryVector,
): Promise<ReasonedHit[] | undefined> {
  const find = async (part: SearchFilter) =>
    (await nearestOfBoth(handle, part, vector))?.map((hit) => ({ ...hit, explanation: 'Close in meaning.' }));
  const through = await throughSuperseded(handle, filter, async (part) => (await find(part)) ?? []);
  const shift = through.length > 0 ? filter.skip : 0;
  const end = shift + filter.limit;
  const own = await find({ ...filter, skip: filter.skip - shift, limit: end });
  return own && mergeSuccessors<ReasonedHit>(own, through).slice(shift, end);
}
