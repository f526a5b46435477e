/** The draft of a new memory, its validation and its request. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import { parseMetadata } from './editDraft';
import { CONVERSATION_ID_MESSAGE } from './memoryFilters';

export interface NewMemory {
  agentId: string | null;
  conversationId: string;
  content: string;
  lesson: string;
  errors: string;
  metadata: string;
  /** Ids of keywords to link. */
  keywords: string[];
}

export type NewMemoryField = 'agentId' | 'conversationId' | 'content' | 'metadata';

export function emptyMemory(conversationId: string): NewMemory {
  return { agentId: null, conversationId, content: '', lesson: '', errors: '', metadata: '', keywords: [] };
}

/** Whether leaving would lose input. */
export function isWritten(memory: NewMemory): boolean {
  const { content, lesson, errors, metadata, keywords } = memory;
  return [content, lesson, errors, metadata].some((text) => text.trim() !== '') || keywords.length > 0;
}

export function newMemoryProblems(memory: NewMemory): Partial<Record<NewMemoryField, string>> {
  const problems: Partial<Record<NewMemoryField, string>> = {};
  if (memory.agentId === null) problems.agentId = 'Choose an agent.';
  if (!isUuid(memory.conversationId)) problems.conversationId = CONVERSATION_ID_MESSAGE;
  if (memory.content.trim() === '') problems.content = 'Enter what the agent should remember.';
  const metadata = parseMetadata(memory.metadata);
  if ('problem' in metadata) problems.metadata = metadata.problem;
  return problems;
}

/** The texts of a new memory that may hold a secret. */
export const textsOf = ({ content, lessons_learned, errors }: ReturnType<typeof newMemoryBody>) => ({
  content,
  ...(lessons_learned !== undefined && { lessons_learned }),
  ...(errors !== undefined && { errors }),
});

/** The body of the call; only for a memory without problems. */
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
