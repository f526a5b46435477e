/** The consolidation job: the first step finds groups of near-duplicates, each further step suggests a merged text for one group. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { mayWrite } from '../../platform/auth/rules/permissions';
import type { RowFilter } from '../../platform/auth/rules/permissions';
import { loadKeywords } from './mergeBlocks';
import type { Rewriter } from './rewriter';
import { sameWorkspace } from '../../platform/database/conditions';
import {
  embeddedBlocks,
  insertSuggestion,
  isRejectedGroup,
  nearDuplicates,
  loadOriginals,
  pendingOriginals,
  storeFingerprints,
  blocksToFingerprint,
  withdrawImproved,
  withdrawOutdated,
} from './queries/consolidation';
import type { Candidate, Embedded } from './queries/consolidation';
import { nearPairs } from './nearPairs';
import type { Near } from './nearPairs';
import type { Database } from '../../platform/database/database';
import { appendItems } from '../../platform/jobs/jobs';
import { readAhead } from '../secrets';
import { StepProblem } from '../../platform/jobs/steps';
import type { Apply, JobSteps, StepContext } from '../../platform/jobs/steps';
import { fingerprintsInThread, similarTextsInThread } from './textWork';

/** Limits per run: near-duplicates, vectors and groups; and blocks per group. */
const LIMITS = { candidates: 5000, embedded: 2000, groups: 200, members: 10 } as const;

/** Input of a step. */
type ConsolidationInput = { step: 'find' } | { step: 'suggest'; ids: string[] };

const SYSTEM = { kind: 'system' } as const;

/** Pairs of memory ids with the similarity of their vectors. */
type Close = readonly (readonly [string, string, number])[];

/** Memories with close vectors, and their pairs. */
async function findSemanticPairs(
  embedded: readonly Embedded[],
): Promise<{ blocks: Candidate[]; close: Close }> {
  const close: [string, string, number][] = [];
  const vectorSpace = ({ model, place }: Embedded) => `${model} ${place}`;
  for (const space of new Set(embedded.map(vectorSpace))) {
    const members = embedded.filter((block) => vectorSpace(block) === space);
    const pairs = await nearPairs(members.map(({ vector }) => vector));
    close.push(
      ...pairs.map(([a, b, similarity]): [string, string, number] => [
        members[a]!.id,
        members[b]!.id,
        similarity,
      ]),
    );
  }
  const ids = new Set(close.flatMap(([a, b]) => [a, b]));
  return { blocks: embedded.filter(({ id }) => ids.has(id)), close };
}

async function similarGroups(candidates: readonly Candidate[], close: Close): Promise<string[][]> {
  const groups: string[][] = [];
  for (const place of new Set(candidates.map((candidate) => candidate.place))) {
    const members = candidates.filter((candidate) => candidate.place === place);
    const texts = members.map(({ text }) => text);
    const placeById = new Map(members.map(({ id }, at) => [id, at]));
    const near = close.flatMap(([a, b, similarity]): Near[] => {
      const [first, second] = [placeById.get(a), placeById.get(b)];
      return first === undefined || second === undefined ? [] : [[first, second, similarity]];
    });
    for (const similar of await similarTextsInThread(texts, near))
      groups.push(similar.slice(0, LIMITS.members).map((at) => members[at]!.id));
  }
  return groups;
}

/** Fingerprints readable blocks that lack a fingerprint. Written as the service, since fingerprints are not part of the memories. */
async function fingerprint(database: Database, principal: StepContext['principal'], rows: RowFilter) {
  const blocks = await database.read(principal, (handle) => blocksToFingerprint(handle, rows));
  const texts = blocks.map(({ text }) => text);
  const bands = await fingerprintsInThread(texts);
  const made = blocks.map(({ id, source }, at) => ({ id, source, bands: bands[at] ?? [] }));
  if (made.length > 0) await database.write(SYSTEM, (handle) => storeFingerprints(handle, made));
  return made.length;
}

async function findGroups(
  database: Database,
  maker: GeneratedBy,
  { jobId, options, principal, signal }: StepContext,
): Promise<Apply> {
  const rows = options['rows'] as RowFilter;
  // Access was checked when the job was created; each group is checked again before it is stored.
  while (!signal.aborted && (await fingerprint(database, principal, rows)) > 0);
  await database.write(principal, (handle) => withdrawOutdated(handle, rows));
  const embedded = await database.read(principal, (handle) => embeddedBlocks(handle, rows, LIMITS.embedded));
  const { blocks, close } = await findSemanticPairs(embedded);
  const { candidates, isRejected } = await database.read(principal, async (handle) => {
    const alike = await nearDuplicates(handle, rows, LIMITS.candidates);
    const known = new Set(alike.map(({ id }) => id));
    const near = [...alike, ...blocks.filter(({ id }) => !known.has(id))];
    const ids = near.map(({ id }) => id);
    const pending = await pendingOriginals(handle, ids, maker);
    return {
      candidates: near.filter(({ id }) => !pending.has(id)),
      isRejected: await isRejectedGroup(handle, ids),
    };
  });
  const groups = (await similarGroups(candidates, close)).filter((group) => !isRejected(group));
  const inputs = groups.slice(0, LIMITS.groups).map((ids) => ({ step: 'suggest', ids }));
  return async (handle) => {
    await appendItems(handle, jobId, inputs);
    return { success: true, groups_found: inputs.length };
  };
}

/** Suggests a merged text for a group, outside of any transaction; the returned function stores it. */
export async function suggestMerge(
  database: Database,
  rewriter: Rewriter,
  ids: readonly string[],
  { principal, signal }: Pick<StepContext, 'principal' | 'signal'>,
): Promise<Apply> {
  const originals = await database.read(principal, (handle) => loadOriginals(handle, ids, false));
  const texts = originals.map(({ content, lessonsLearned }) => ({ content, lessonsLearned }));
  const merged = await rewriter.merge(texts, signal);
  await readAhead({ content: merged.content, lessonsLearned: merged.lessonsLearned });
  return async (handle) => {
    const locked = await loadOriginals(handle, ids, true);
    const [first] = locked;
    const isWhole = locked.length === ids.length && locked.every((row) => !row.archived);
    if (!first || !isWhole) throw new StepProblem('The group has changed in the meantime.');
    if (!locked.every((row) => sameWorkspace(row, first) && mayWrite(principal, row))) {
      throw new StepProblem('You don’t have permission to change every memory in this group.');
    }
    if ((await pendingOriginals(handle, ids, merged.generatedBy)).size > 0) {
      throw new StepProblem('A suggestion for these memories is already pending.');
    }
    const { content, lessonsLearned, generatedBy, places } = merged;
    await withdrawImproved(handle, ids, generatedBy);
    const suggestionId = await insertSuggestion(handle, {
      content,
      lessonsLearned,
      keywords: await loadKeywords(handle, ids),
      originals: [...ids],
      generatedBy,
      places,
      place: first,
    });
    return {
      success: true,
      suggestion_id: suggestionId,
      original_count: ids.length,
      generated_by: generatedBy,
    };
  };
}

export function consolidationSteps(database: Database, rewriter: Rewriter): JobSteps {
  return {
    concurrency: () => 1,
    failed: (_input, error) => ({ success: false, error }),
    prepare: (input, context) => {
      const step = input as ConsolidationInput;
      return step.step === 'find'
        ? findGroups(database, rewriter.generatedBy, context)
        : suggestMerge(database, rewriter, step.ids, context);
    },
  };
}
