/** A consolidation suggestion as the list uses it, read from whatever the service sent. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { readMethod, type Method } from './method';

export interface SuggestionRow {
  id: string;
  /** The text that would replace the originals. */
  content: string;
  lesson: string;
  keywords: string[];
  /** Ids of the memories that it would merge, each once. */
  originalIds: string[];
  /** The wire's word; a service may know more of them than this list. */
  status: string;
  method: Method;
  /** The block that the originals became; empty unless it is known. */
  mergedId: string;
  /** ISO time; empty when unknown. */
  createdAt: string;
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((one): one is string => typeof one === 'string' && one.trim() !== ''))];
}

/** One row, or null without an id. */
export function readSuggestionRow(value: unknown): SuggestionRow | null {
  const suggestion = fields(value);
  const id = firstText(suggestion['suggestion_id'], suggestion['id']);
  if (id === '') return null;
  return {
    id,
    content: firstText(suggestion['suggested_content']),
    lesson: firstText(suggestion['suggested_lessons_learned']),
    keywords: texts(suggestion['suggested_keywords']),
    originalIds: texts(suggestion['original_memory_ids']),
    status: firstText(suggestion['status']),
    method: readMethod(suggestion['generated_by']),
    mergedId: firstText(suggestion['merged_memory_id']),
    createdAt: firstText(suggestion['timestamp'], suggestion['created_at']),
  };
}
