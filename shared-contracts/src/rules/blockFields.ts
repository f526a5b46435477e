/**
 * The fields of a memory block that its author writes: the one definition. Forms, validation, columns, snapshots, restores, exports, imports
 * and the scan for secrets follow from it. What the service keeps beside them (ids, figures, states, moments) is in `MemoryBlock`.
 */
import { MAX_TEXT } from './limits';

export interface BlockField {
  kind: 'text' | 'link' | 'object';
  /** The name that people see. */
  label: string;
  /** Characters of a text or a link. */
  max?: number;
  /** Null is no value for it. */
  isRequired?: true;
  /** Large enough to count toward the size of an answer. */
  isLong?: true;
  /** Editable in the form. */
  isEdited?: true;
  /** The column where it is not called like the field. */
  column?: string;
}

/** In the order in which answers and exports have them. */
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
