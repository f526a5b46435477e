/** Draft of an edit: texts, validation and changes. */
import type { MemoryBlockUpdate } from '@hindsight/shared-contracts/api';
import { EMPTY_MEMORY, inexactMetadata, isVisible } from '@hindsight/shared-contracts/rules';
import { EDITED_FIELDS, FIELD_LABELS as AUTHOR_LABELS, fieldTexts, type EditedField } from './authorFields';
import type { Memory } from './memory';

export const INVALID_METADATA = 'Invalid JSON in metadata field';
export const NO_OBJECT_METADATA = 'Metadata must be a JSON object, e.g. {"project": "billing"}.';
export const INVALID_LINK = 'Enter an address that starts with http:// or https://.';

export type TextField = EditedField | 'score';

/** All texts as typed; keywords by ID, in the order of selection. */
export interface EditDraft extends Record<TextField, string> {
  keywords: string[];
}

export const TEXT_FIELDS: readonly TextField[] = [...EDITED_FIELDS.map(({ field }) => field), 'score'];

export const FIELD_LABELS: Record<TextField, string> = { ...AUTHOR_LABELS, score: 'Feedback score' };

/** Empty if the memory has no rating. */
const scoreDraft = (score: number | null) => (score === null ? '' : String(score));

export function toDraft(block: Memory): EditDraft {
  const texts = fieldTexts(block);
  return {
    ...(Object.fromEntries(EDITED_FIELDS.map(({ field }) => [field, texts[field]])) as Record<
      EditedField,
      string
    >),
    score: scoreDraft(block.score),
    keywords: block.keywords.map(({ id }) => id),
  };
}

/** The spec's rule: parsed as an integer, 0 if invalid, clamped to 0 through 100. */
export function parseScore(text: string): number {
  const score = Number.parseInt(text, 10);
  return Number.isNaN(score) ? 0 : Math.min(100, Math.max(0, score));
}

type Metadata = { value: Record<string, unknown> | null } | { problem: string };

const NUMBERS_AND_TEXTS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** First integer of a JSON text that parsing would alter. */
const inexactNumber = (json: string): string | undefined =>
  json
    .match(NUMBERS_AND_TEXTS)
    ?.find((token) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)));

/** Empty means no metadata. The wire accepts only objects. */
export function parseMetadata(text: string): Metadata {
  if (text.trim() === '') return { value: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: INVALID_METADATA };
  }
  if (value === null) return { value: null };
  if (typeof value !== 'object' || Array.isArray(value)) return { problem: NO_OBJECT_METADATA };
  const inexact = inexactNumber(text);
  if (inexact !== undefined) return { problem: inexactMetadata(inexact) };
  return { value: value as Record<string, unknown> };
}

/** Validation errors by field. Unchanged fields are always valid, whatever value they have. */
export function findProblems(base: EditDraft, draft: EditDraft): Partial<Record<TextField, string>> {
  const problems: Partial<Record<TextField, string>> = {};
  if (draft.metadata !== base.metadata) {
    const metadata = parseMetadata(draft.metadata);
    if ('problem' in metadata) problems.metadata = metadata.problem;
  }
  if (draft.content !== base.content && !isVisible(draft.content)) problems.content = EMPTY_MEMORY;
  for (const { field, kind } of EDITED_FIELDS) {
    const text = draft[field].trim();
    if (kind === 'link' && draft[field] !== base[field] && text !== '' && !/^https?:\/\/\S+$/i.test(text))
      problems[field] = INVALID_LINK;
  }
  return problems;
}

export function changedFields(base: EditDraft, draft: EditDraft): TextField[] {
  return TEXT_FIELDS.filter((field) => base[field] !== draft[field]);
}

interface DraftChanges {
  /** Changed fields in wire format; empty if there are none. */
  body: MemoryBlockUpdate;
  fields: TextField[];
  addKeywords: string[];
  removeKeywords: string[];
}

/** Name and value of a field in wire format. */
function toWireField(field: TextField, draft: EditDraft): [string, unknown] {
  const known = EDITED_FIELDS.find((one) => one.field === field);
  if (!known) return ['feedback_score', parseScore(draft.score)];
  const text = draft[known.field];
  if (known.kind === 'object') {
    const parsed = parseMetadata(text);
    return [known.name, 'value' in parsed ? parsed.value : null];
  }
  return [known.name, known.isRequired ? text : (known.kind === 'link' ? text.trim() : text) || null];
}

/** Includes only changed fields, so concurrent changes to other fields survive. */
export function diffDraft(base: EditDraft, draft: EditDraft): DraftChanges {
  const changed = changedFields(base, draft);
  return {
    body: Object.fromEntries(changed.map((field) => toWireField(field, draft))) as MemoryBlockUpdate,
    fields: changed,
    addKeywords: draft.keywords.filter((id) => !base.keywords.includes(id)),
    removeKeywords: base.keywords.filter((id) => !draft.keywords.includes(id)),
  };
}

export function isDirty(base: EditDraft, draft: EditDraft): boolean {
  const { fields, addKeywords, removeKeywords } = diffDraft(base, draft);
  return fields.length + addKeywords.length + removeKeywords.length > 0;
}
