/** The keys of the drafts that this remote keeps, apart from the forms, whose code comes later than the pages that open them. */

/** @param id of the agent; a new one when absent. */
export const agentDraftKey = (id = 'new') => `agent.${id}`;

export const memoryDraftKey = (id: string) => `memory.${id}`;

/** @param question that the memory answers; empty for none. */
export const newMemoryDraftKey = (question: string) => `memory.new.${question}`;

export const NEW_KEYWORD_DRAFT = 'keyword.new';

/** @param id of the view that is renamed; one that is saved when absent. */
export const viewDraftKey = (id = 'new') => `view.${id}`;

export const pinDraftKey = (question: string) => `pin.${question}`;
