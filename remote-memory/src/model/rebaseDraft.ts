/** Rebases an edit onto a concurrently changed memory, field by field. */
import { changedFields, TEXT_FIELDS, type EditDraft, type TextField } from './editDraft';

interface FieldConflict {
  field: TextField;
  mine: string;
  theirs: string;
}

export interface Rebased {
  /** The person's changes on top of the newer memory. */
  draft: EditDraft;
  /** Fields that both changed to different texts. */
  conflicts: FieldConflict[];
  /** Fields changed only in the newer memory. */
  taken: TextField[];
}

/**
 * @param base starting point of the edit.
 * @param mine the person's draft.
 * @param theirs the newer memory.
 */
export function rebaseDraft(base: EditDraft, mine: EditDraft, theirs: EditDraft): Rebased {
  const mineChanged = new Set(changedFields(base, mine));
  const theirsChanged = new Set(changedFields(base, theirs));
  const added = mine.keywords.filter((id) => !base.keywords.includes(id));
  const removed = base.keywords.filter((id) => !mine.keywords.includes(id));
  const kept = theirs.keywords.filter((id) => !removed.includes(id));
  const draft: EditDraft = { ...theirs, keywords: [...new Set([...kept, ...added])] };
  for (const field of mineChanged) draft[field] = mine[field];
  return {
    draft,
    conflicts: TEXT_FIELDS.filter(
      (field) => mineChanged.has(field) && theirsChanged.has(field) && mine[field] !== theirs[field],
    ).map((field) => ({ field, mine: mine[field], theirs: theirs[field] })),
    taken: TEXT_FIELDS.filter((field) => theirsChanged.has(field) && !mineChanged.has(field)),
  };
}
