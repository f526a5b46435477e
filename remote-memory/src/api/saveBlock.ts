/** Saves an edited memory block as one operation: the fields, then the keywords one by one, and says exactly what failed. */
import { ApiError, fields } from '@hindsight/shared-contracts/api/client';
import { draftOf, type DraftChanges, type TextField } from '../model/editDraft';
import { readMemoryDetail, type MemoryDetail } from '../model/memoryDetail';
import { isFatal, reasonOf } from '../model/reasons';
import type { WriteContext } from './blockWrites';
import { changeKeyword } from './keywordWrites';
import { loadBlock } from './memoryBlock';

export interface KeywordFailure {
  id: string;
  adding: boolean;
  reason: string;
}

export type SaveResult =
  | { kind: 'saved'; block: MemoryDetail }
  /** Nothing was saved. */
  | { kind: 'failed'; error: unknown }
  /** Nothing was saved, because somebody else saved first. */
  | { kind: 'conflict'; theirs: MemoryDetail }
  /** Some of it is saved; the form keeps the rest. */
  | { kind: 'partly'; block: MemoryDetail; fields: TextField[]; keywords: KeywordFailure[] };

const CONFLICT = 409;

/** The newer block: from the answer that refused ours, else asked for. */
async function newerBlock(context: WriteContext, id: string, error: ApiError) {
  try {
    const current = readMemoryDetail(fields(JSON.parse(error.raw))['current']);
    if (current) return current;
  } catch {
    // The answer carries no block; the service does.
  }
  return loadBlock(context, id);
}

async function saveKeywords(context: WriteContext, id: string, changes: DraftChanges) {
  const failures: KeywordFailure[] = [];
  const steps = [
    ...changes.addKeywords.map((keyword) => ({ keyword, adding: true })),
    ...changes.removeKeywords.map((keyword) => ({ keyword, adding: false })),
  ];
  let fatal: unknown = null;
  for (const { keyword, adding } of steps) {
    const error = fatal ?? (await changeKeyword(context, id, keyword, adding));
    if (error !== null) failures.push({ id: keyword, adding, reason: reasonOf(error) });
    if (error !== null && isFatal(error)) fatal = error;
  }
  return failures;
}

/** Whether a newer block holds every field as it was to be: an earlier try was carried out, only its answer was lost. */
function isSavedIn(theirs: MemoryDetail, { body, fields: changed }: DraftChanges): boolean {
  const wanted = readMemoryDetail({ id: theirs.id, ...body });
  if (!wanted) return false;
  const [mine, now] = [draftOf(wanted), draftOf(theirs)];
  return changed.every((field) => now[field] === mine[field]);
}

/** A field that the service answered with success and did not take: the public one has no history link. */
function notKept({ body }: DraftChanges, kept: MemoryDetail | null): TextField[] {
  const link = body.external_history_link;
  return kept && typeof link === 'string' && kept.externalLink !== link ? ['externalLink'] : [];
}

/**
 * @param base the block that the edit started from; its time guards against overwriting where the service looks at it.
 */
export async function saveBlock(
  context: WriteContext,
  base: MemoryDetail,
  changes: DraftChanges,
): Promise<SaveResult> {
  const { id } = base;
  let kept: MemoryDetail | null = null;
  if (changes.fields.length > 0) {
    try {
      const body = base.updatedAt ? { ...changes.body, expected_updated_at: base.updatedAt } : changes.body;
      const { api, scope } = context;
      kept = readMemoryDetail(await api.call('PUT /memory-blocks/{id}', { params: { id }, body, scope }));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === CONFLICT)) return { kind: 'failed', error };
      const theirs = await newerBlock(context, id, error).catch(() => null);
      if (!theirs) return { kind: 'failed', error };
      if (!isSavedIn(theirs, changes)) return { kind: 'conflict', theirs };
      kept = theirs;
    }
  }
  const lost = notKept(changes, kept);
  const keywords = await saveKeywords(context, id, changes);
  // What stands now: keywords changed it after the fields did, and the next save starts from it.
  const block = await loadBlock(context, id).catch(() => kept ?? base);
  return lost.length + keywords.length === 0
    ? { kind: 'saved', block }
    : { kind: 'partly', block, fields: lost, keywords };
}
