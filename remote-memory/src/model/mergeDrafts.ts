/** Brings one's own edit and somebody else's newer block together, field by field, losing neither. */
import { changedFields, TEXT_FIELDS, type EditDraft, type TextField } from './editDraft';

export interface Clash {
  field: TextField;
  mine: string;
  theirs: string;
}

export interface Merged {
  /** Own changes over the newer block; what only they changed is theirs. */
  draft: EditDraft;
  /** Fields that both changed, and not to the same. */
  clashes: Clash[];
  /** Fields that only they changed: taken over. */
  taken: TextField[];
}

/**
 * @param base what the edit started from.
 * @param mine what was typed.
 * @param theirs what the service holds now.
 */
export function mergeDrafts(base: EditDraft, mine: EditDraft, theirs: EditDraft): Merged {
  const mineChanged = new Set(changedFields(base, mine));
  const theirsChanged = new Set(changedFields(base, theirs));
  const added = mine.keywords.filter((id) => !base.keywords.includes(id));
  const removed = base.keywords.filter((id) => !mine.keywords.includes(id));
  const kept = theirs.keywords.filter((id) => !removed.includes(id));
  const draft: EditDraft = { ...theirs, keywords: [...new Set([...kept, ...added])] };
  for (const field of mineChanged) draft[field] = mine[field];
  return {
    draft,
    clashes: TEXT_FIELDS.filter(
      (field) => mineChanged.has(field) && theirsChanged.has(field) && mine[field] !== theirs[field],
    ).map((field) => ({ field, mine: mine[field], theirs: theirs[field] })),
    taken: TEXT_FIELDS.filter((field) => theirsChanged.has(field) && !mineChanged.has(field)),
  };
}
