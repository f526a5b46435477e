/** A consolidation suggestion as the list uses it, read from whatever the service sent. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';

export interface SuggestionRow {
  id: string;
  /** The text that would replace the originals. */
  content: string;
  lesson: string;
  keywords: string[];
  /** How many memories it would merge. */
  originals: number;
  /** The wire's word; a service may know more of them than this list. */
  status: string;
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
    originals: texts(suggestion['original_memory_ids']).length,
    status: firstText(suggestion['status']),
    createdAt: firstText(suggestion['timestamp'], suggestion['created_at']),
  };
}
