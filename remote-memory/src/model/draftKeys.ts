/** Keys of this remote's drafts, separate from the forms, whose code loads after the pages that open them. */

/** @param id of the agent; absent for a new one. */
export const agentDraftKey = (id = 'new') => `agent.${id}`;

export const memoryDraftKey = (id: string) => `memory.${id}`;

/** @param question the question that the memory answers; empty without one. */
export const newMemoryDraftKey = (question: string) => `memory.new.${question}`;

export const NEW_KEYWORD_DRAFT = 'keyword.new';

/** @param id of the view to rename; absent to save a new one. */
export const viewDraftKey = (id = 'new') => `view.${id}`;

export const pinDraftKey = (question: string) => `pin.${question}`;
