/** The rule for a conversation ID that a person types. */

/** 8-4-4-4-12 hex digits, any case; the same as UUID_PATTERN of the wire, which cannot be imported without its schemas. */
export const CONVERSATION_ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const CONVERSATION_ID_MESSAGE = 'Enter a valid conversation ID (UUID).';

/** Whether the filter may be used: nothing, or a whole id with or without spaces around it. */
export function isConversationFilter(text: string): boolean {
  const id = text.trim();
  return id === '' || CONVERSATION_ID_PATTERN.test(id);
}

/** Whether a text is an id at all, by the spec's rule. */
export function isId(text: string): boolean {
  return CONVERSATION_ID_PATTERN.test(text.trim());
}
