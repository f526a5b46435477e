/** Versions of a memory, and the differences between them. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { FIELD_LABELS, fieldTexts, readFields, type FieldTexts } from './authorFields';
import { keywordTexts, type Memory } from './memory';

/** Comparable state of a block at one time, all as text. */
export interface BlockState extends FieldTexts {
  score: string;
  archived: string;
  keywords: string;
}

/** State of a block before a change, and details of that change. */
export interface MemoryVersion {
  id: string;
  version: number;
  /** Readable description of the change. */
  reason: string;
  /** Author of the change; empty for the service itself or if unknown. */
  actorId: string;
  /** Empty if unknown. */
  actorName: string;
  at: string;
  state: BlockState;
}

export const STATE_LABELS: Record<keyof BlockState, string> = {
  ...FIELD_LABELS,
  score: 'Feedback score',
  archived: 'Archived',
  keywords: 'Keywords',
};

const WHAT: Record<string, string> = {
  memory_update: 'Edited',
  memory_archive: 'Archived',
  memory_restore: 'Restored from the archive',
  memory_feedback: 'Feedback given',
  memory_version_restore: 'Earlier version restored',
  memory_scope_change: 'Moved to another workspace',
  memory_compact: 'Compacted',
  memory_keywords: 'Keywords changed',
  memory_merge: 'Merged',
  keyword_link: 'Keyword added',
  keyword_unlink: 'Keyword removed',
};

/** Readable form of a reason such as `memory_update`; unknown reasons are prettified. */
export function reasonText(reason: string): string {
  const words = WHAT[reason];
  if (words !== undefined) return words;
  const plain = reason.replace(/_+/g, ' ').trim();
  return plain === '' ? 'Changed' : plain.charAt(0).toUpperCase() + plain.slice(1);
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

function keywordText(keywords: readonly string[]): string {
  return [...keywords].sort((a, b) => a.localeCompare(b)).join(', ');
}

const ratingText = (score: number | null) => (score === null ? 'Not rated' : String(score));

export function toBlockState(block: Memory): BlockState {
  return {
    ...fieldTexts(block),
    score: ratingText(block.score),
    archived: yesNo(block.archived),
    keywords: keywordText(keywordTexts(block)),
  };
}

export function toVersion(version: CallAnswer<'GET /memory-blocks/{id}/versions'>[number]): MemoryVersion {
  return {
    id: version.id,
    version: version.version,
    reason: reasonText(version.reason),
    actorId: version.actor_user_id ?? '',
    actorName: version.actor_name ?? '',
    at: version.created_at,
    state: {
      ...fieldTexts(readFields(version)),
      score: ratingText(version.feedback_score),
      archived: yesNo(version.archived),
      keywords: keywordText(version.keywords),
    },
  };
}

export interface StateChange {
  field: keyof BlockState;
  before: string;
  after: string;
}

/** Differences between two states, in the order of the detail view. */
export function changesBetween(before: BlockState, after: BlockState): StateChange[] {
  return (Object.keys(STATE_LABELS) as (keyof BlockState)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
