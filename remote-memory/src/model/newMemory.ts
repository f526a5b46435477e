/** Draft of a new memory, its validation and its request. */
import { EMPTY_MEMORY, isUuid, isVisible } from '@hindsight/shared-contracts/rules';
import type { OpenQuestion } from './blockAddress';
import { parseMetadata } from './editDraft';
import { CONVERSATION_ID_MESSAGE } from './memoryFilters';

const NO_QUESTION: OpenQuestion = { question: '', agentId: null };

export interface NewMemory {
  agentId: string | null;
  conversationId: string;
  content: string;
  lesson: string;
  errors: string;
  metadata: string;
  /** IDs of keywords to link. */
  keywords: string[];
}

export type NewMemoryField = 'agentId' | 'conversationId' | 'content' | 'metadata';

/** Starts the draft with the question to answer, so the same search text finds it next time. */
export function emptyMemory(
  conversationId: string,
  { question, agentId }: OpenQuestion = NO_QUESTION,
): NewMemory {
  const content = question === '' ? '' : `${question}\n\n`;
  return { agentId, conversationId, content, lesson: '', errors: '', metadata: '', keywords: [] };
}

/** Whether leaving would discard input. */
export function isWritten(memory: NewMemory, question = ''): boolean {
  const { content, lesson, errors, metadata, keywords } = memory;
  if (content.trim() !== question || keywords.length > 0) return true;
  return [lesson, errors, metadata].some((text) => text.trim() !== '');
}

export function newMemoryProblems(memory: NewMemory, question = ''): Partial<Record<NewMemoryField, string>> {
  const problems: Partial<Record<NewMemoryField, string>> = {};
  if (memory.agentId === null) problems.agentId = 'Choose an agent.';
  if (!isUuid(memory.conversationId)) problems.conversationId = CONVERSATION_ID_MESSAGE;
  if (!isVisible(memory.content)) problems.content = EMPTY_MEMORY;
  else if (memory.content.trim() === question) problems.content = 'Write the answer below the question.';
  const metadata = parseMetadata(memory.metadata);
  if ('problem' in metadata) problems.metadata = metadata.problem;
  return problems;
}

/** Texts of a new memory that may contain a secret. */
export const toTexts = ({ content, lessons_learned, errors }: ReturnType<typeof newMemoryBody>) => ({
  content,
  ...(lessons_learned !== undefined && { lessons_learned }),
  ...(errors !== undefined && { errors }),
});

/** Request body; requires a memory without validation errors. */
export function newMemoryBody(memory: NewMemory) {
  const metadata = parseMetadata(memory.metadata);
  return {
    agent_id: memory.agentId ?? '',
    conversation_id: memory.conversationId.trim(),
    content: memory.content,
    ...(memory.lesson.trim() === '' ? {} : { lessons_learned: memory.lesson }),
    ...(memory.errors.trim() === '' ? {} : { errors: memory.errors }),
    ...('value' in metadata && metadata.value !== null ? { metadata_col: metadata.value } : {}),
  };
}
