/** Hits by meaning, with those that superseded memories lead to. */
import type { Handle } from '../../platform/database/database';
import { nearestBlocks } from './queries/nearestBlocks';
import type { QueryVector } from './queries/nearestBlocks';
import { mergeSuccessors, throughSuperseded } from './successors';
import type { ReasonedHit } from './successors';
import type { SearchFilter } from '../memory';

/** The nearest blocks, nearest first; undefined where the workspace is too large for comparing vectors. */
export async function nearestHits(
  handle: Handle,
  filter: SearchFilter,
  vector: QueryVector,
): Promise<ReasonedHit[] | undefined> {
  const find = async (part: SearchFilter) =>
    (await nearestBlocks(handle, part, vector))?.map((hit) => ({ ...hit, explanation: 'Close in meaning.' }));
  const through = await throughSuperseded(handle, filter, async (part) => (await find(part)) ?? []);
  const shift = through.length > 0 ? filter.skip : 0;
  const end = shift + filter.limit;
  const own = await find({ ...filter, skip: filter.skip - shift, limit: end });
  return own && mergeSuccessors<ReasonedHit>(own, through).slice(shift, end);
}
