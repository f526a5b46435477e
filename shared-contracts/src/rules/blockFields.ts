/**
 * Single definition of a memory's authored fields. Forms, validation, columns, snapshots, restores, exports, imports and the secret scan
 * derive from it. Fields that the service maintains (ids, counters, states, timestamps) are in `MemoryBlock`.
 */
import { MAX_TEXT } from './limits';

export interface BlockField {
  kind: 'text' | 'link' | 'object';
  /** Display name. */
  label: string;
  /** Maximum length of a text or link, in characters. */
  max?: number;
  /** Rejects null. */
  isRequired?: true;
  /** Counts toward the size limit of a response. */
  isLong?: true;
  /** Editable in the form. */
  isEdited?: true;
  /** Column name, if it differs from the field's. */
  column?: string;
}

/** In the order of responses and exports. */
export const BLOCK_FIELDS = {
  content: { kind: 'text', max: MAX_TEXT, isRequired: true, isLong: true, isEdited: true, label: 'Content' },
  errors: { kind: 'text', max: MAX_TEXT, isLong: true, isEdited: true, label: 'Errors' },
  lessons_learned: { kind: 'text', max: MAX_TEXT, isLong: true, isEdited: true, label: 'Lessons learned' },
  summary: { kind: 'text', max: MAX_TEXT, isLong: true, label: 'Summary' },
  external_history_link: { kind: 'link', max: 2000, isEdited: true, label: 'External history link' },
  priority: { kind: 'text', max: 50, label: 'Priority' },
  category: { kind: 'text', max: 100, label: 'Category' },
  metadata_col: { kind: 'object', column: 'metadata', isLong: true, isEdited: true, label: 'Metadata' },
} as const satisfies Record<string, BlockField>;

export type BlockFieldName = keyof typeof BLOCK_FIELDS;

export const BLOCK_FIELD_NAMES = Object.keys(BLOCK_FIELDS) as BlockFieldName[];
